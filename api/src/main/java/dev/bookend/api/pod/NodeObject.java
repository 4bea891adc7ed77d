package dev.bookend.api.pod;

import dev.bookend.agent.state.Machine;
import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// This machine as the one node that there is.
public final class NodeObject {
    private static final long PODS = 110;

    private NodeObject() {}

    /// The machine's name as an object may have it.
    public static String name() {
        var name = Machine.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        return name.matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?") ? name : "localhost";
    }

    /// Writes the node as it is now; what clients added to it stays.
    public static void refresh(ObjectStore store, String version, Instant now) throws ApiError {
        var key = new ObjectKey(ResourceType.NODES, "", name());
        var status = status(version, now);
        var known = store.get(key);
        if (known.isPresent()) {
            store.changeIfRoom(
                    key,
                    it -> Optional.of(Trees.with(it, status, "status")),
                    ObjectStore.Durability.WRITTEN);
        } else {
            store.create(key, fresh(status, now), ObjectStore.Durability.SYNCED);
        }
    }

    private static Json.Obj fresh(Json.Obj status, Instant now) {
        var labels =
                Json.object()
                        .put("kubernetes.io/hostname", name())
                        .put("kubernetes.io/os", "linux")
                        .put("kubernetes.io/arch", architecture())
                        .done();
        var metadata =
                Json.object()
                        .put("name", name())
                        .put("uid", UUID.randomUUID().toString())
                        .put("creationTimestamp", Ages.time(now))
                        .put("labels", labels)
                        .done();
        return Json.object()
                .put("kind", "Node")
                .put("apiVersion", "v1")
                .put("metadata", metadata)
                .put("spec", Trees.EMPTY)
                .put("status", status)
                .done();
    }

    private static Json.Obj status(String version, Instant now) {
        var capacity = capacity();
        return Json.object()
                .put("capacity", capacity)
                .put("allocatable", capacity)
                .put("conditions", Trees.array(List.of(ready(now))))
                .put(
                        "addresses",
                        Trees.array(
                                List.of(
                                        address("InternalIP", Machine.address()),
                                        address("Hostname", name()))))
                .put("nodeInfo", info(version))
                .done();
    }

    private static Json ready(Instant now) {
        return Json.object()
                .put("type", "Ready")
                .put("status", "True")
                .put("reason", "AgentReady")
                .put("message", "the bookend agent serves this machine")
                .put("lastHeartbeatTime", Ages.time(now))
                .put("lastTransitionTime", Ages.time(now))
                .done();
    }

    private static Json address(String type, String address) {
        return Json.object().put("type", type).put("address", address).done();
    }

    private static Json.Obj capacity() {
        var memory =
                lines("/proc/meminfo")
                        .filter(it -> it.startsWith("MemTotal:"))
                        .map(it -> it.replaceAll("[^0-9]", "") + "Ki")
                        .findFirst()
                        .orElse("0");
        return Json.object()
                .put("cpu", String.valueOf(Runtime.getRuntime().availableProcessors()))
                .put("memory", memory)
                .put("pods", String.valueOf(PODS))
                .done();
    }

    private static Json info(String version) {
        var system =
                lines("/etc/os-release")
                        .filter(it -> it.startsWith("PRETTY_NAME="))
                        .map(it -> it.substring("PRETTY_NAME=".length()).replace("\"", ""))
                        .findFirst()
                        .orElse("Linux");
        return Json.object()
                .put("machineID", first("/etc/machine-id"))
                .put("systemUUID", "")
                .put("bootID", first("/proc/sys/kernel/random/boot_id"))
                .put("kernelVersion", first("/proc/sys/kernel/osrelease"))
                .put("osImage", system)
                .put("containerRuntimeVersion", "bookend://" + version)
                .put("kubeletVersion", "bookend-" + version)
                .put("kubeProxyVersion", "")
                .put("operatingSystem", "linux")
                .put("architecture", architecture())
                .done();
    }

    private static String architecture() {
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> System.getProperty("os.arch", "");
        };
    }

    private static String first(String file) {
        return lines(file).findFirst().orElse("");
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException _) {
            return Stream.empty();
        }
    }
}
