package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PortRef;

import java.util.List;

/// Kubernetes' own rules for what a hook or a probe does.
final class HandlerRules {
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
    private final Findings findings;
    private final List<ContainerPort> ports;

    HandlerRules(Findings findings, List<ContainerPort> ports) {
        this.findings = findings;
        this.ports = ports;
    }

    void judge(String at, Handler handler) {
        switch (handler) {
            case Handler.Exec(var command) -> judgeCommand(at + ".exec.command", command);
            case Handler.HttpGet http -> judgeHttp(at + ".httpGet", http);
            case Handler.TcpSocket(_, var port) -> judgePort(at + ".tcpSocket.port", port);
            case Handler.Grpc(var port, _) -> NumberRules.port(findings, at + ".grpc.port", port);
            case Handler.Sleep(var length) ->
                    NumberRules.atLeast(findings, at + ".sleep.seconds", length.toSeconds(), 0);
        }
    }

    private void judgeCommand(String at, List<String> command) {
        if (command.isEmpty()) {
            findings.required(at, "", "name the program to run, such as [\"/bin/true\"]");
        }
    }

    private void judgeHttp(String at, Handler.HttpGet http) {
        judgePort(at + ".port", http.port());
        if (!SCHEMES.contains(http.scheme())) {
            findings.unsupported(at + ".scheme", http.scheme(), SCHEMES, "leave it out for HTTP");
        }
        for (var i = 0; i < http.headers().size(); i++) {
            judgeHeader("%s.httpHeaders[%d].name".formatted(at, i), http.headers().get(i).name());
        }
    }

    private void judgeHeader(String at, String name) {
        if (!name.matches("[-A-Za-z0-9]+")) {
            findings.invalid(
                    at,
                    name,
                    "a valid HTTP header must consist of alphanumeric characters or '-'",
                    "write a name such as X-Header-Name");
        }
    }

    private void judgePort(String at, PortRef port) {
        switch (port) {
            case PortRef.Number(var number) -> NumberRules.port(findings, at, number);
            case PortRef.Name(var name) -> judgePortName(at, name);
        }
    }

    private void judgePortName(String at, String name) {
        NameRules.portName(findings, at, name);
        if (ports.stream().noneMatch(it -> it.name().filter(name::equals).isPresent())) {
            findings.warning(
                    at,
                    name,
                    "Not found: %s is no port of this container".formatted(Findings.quoted(name)),
                    "name one of the container's ports, or give the number");
        }
    }
}
