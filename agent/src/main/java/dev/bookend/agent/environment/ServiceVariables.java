package dev.bookend.agent.environment;

import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.manifest.read.PodObject.Service;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The variables that tell a container of the Services in its namespace (ENV-2).
///
/// A Service without an address of its own stands for this machine and the pods' own ports: there
/// is nobody who would forward its port.
final class ServiceVariables {
    private final PodManifest pod;
    private final PodObjects objects;
    private final Map<String, String> variables = new LinkedHashMap<>();

    private ServiceVariables(PodManifest pod, PodObjects objects) {
        this.pod = pod;
        this.objects = objects;
    }

    static Map<String, String> of(PodManifest pod, PodObjects objects) {
        var variables = new ServiceVariables(pod, objects);
        if (pod.settings().enableServiceLinks()) {
            objects.services(pod.meta().namespace()).stream()
                    .filter(Service::hasAddress)
                    .forEach(variables::add);
        }
        return variables.variables;
    }

    private void add(Service service) {
        var address = service.clusterIp().orElseGet(Machine::address);
        var name = upper(service.name());
        var first = true;
        for (var port : service.ports()) {
            var number = number(service, port);
            if (number.isPresent()) {
                add(name, address, port, number.get(), first);
                first = false;
            }
        }
    }

    private void add(String name, String address, Service.Port port, int number, boolean first) {
        var protocol = port.protocol().toLowerCase(Locale.ROOT);
        var host = address.contains(":") ? "[%s]".formatted(address) : address;
        var url = "%s://%s:%d".formatted(protocol, host, number);
        if (first) {
            put(name + "_SERVICE_HOST", address);
            put(name + "_SERVICE_PORT", String.valueOf(number));
            put(name + "_PORT", url);
        }
        port.name()
                .ifPresent(it -> put(name + "_SERVICE_PORT_" + upper(it), String.valueOf(number)));
        var link = "%s_PORT_%d_%s".formatted(name, number, upper(protocol));
        put(link, url);
        put(link + "_PROTO", protocol);
        put(link + "_PORT", String.valueOf(number));
        put(link + "_ADDR", address);
    }

    private void put(String name, String value) {
        variables.put(name, value);
    }

    private Optional<Integer> number(Service service, Service.Port port) {
        if (service.clusterIp().isPresent()) {
            return Optional.of(port.port());
        }
        return switch (port.target()) {
            case PortRef.Number(var number) -> Optional.of(number);
            case PortRef.Name(var name) ->
                    objects.port(pod.meta().namespace(), service.selector(), name);
        };
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
