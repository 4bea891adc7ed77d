package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.Probes;

import java.time.Duration;
import java.util.Optional;

/// Reads hooks and probes.
final class HandlerReader {
    private HandlerReader() {}

    static Lifecycle lifecycle(Fields lifecycle) {
        return new Lifecycle(
                lifecycle.maybe("postStart").flatMap(HandlerReader::handler),
                lifecycle.maybe("preStop").flatMap(HandlerReader::handler),
                lifecycle.word("stopSignal"),
                lifecycle.text("type"));
    }

    static Probes probes(Fields container) {
        return new Probes(
                container.maybe("startupProbe").flatMap(HandlerReader::probe),
                container.maybe("livenessProbe").flatMap(HandlerReader::probe),
                container.maybe("readinessProbe").flatMap(HandlerReader::probe));
    }

    private static Optional<Probe> probe(Fields probe) {
        return handler(probe).map(it -> probe(probe, Probe.of(it)));
    }

    /// Kubernetes takes a zero for "not given" where zero makes no sense.
    private static Probe probe(Fields fields, Probe defaults) {
        return new Probe(
                defaults.handler(),
                fields.seconds("initialDelaySeconds").orElse(defaults.initialDelay()),
                seconds(fields, "periodSeconds", defaults.period()),
                seconds(fields, "timeoutSeconds", defaults.timeout()),
                count(fields, "successThreshold", defaults.successThreshold()),
                count(fields, "failureThreshold", defaults.failureThreshold()),
                fields.seconds("terminationGracePeriodSeconds"));
    }

    private static Duration seconds(Fields fields, String name, Duration otherwise) {
        return fields.seconds(name).filter(it -> !it.isZero()).orElse(otherwise);
    }

    private static int count(Fields fields, String name, int otherwise) {
        return fields.integer(name).filter(it -> it != 0).orElse(otherwise);
    }

    private static Optional<Handler> handler(Fields fields) {
        return fields.maybe("exec")
                .<Handler>map(exec -> new Handler.Exec(exec.texts("command")))
                .or(() -> fields.maybe("httpGet").map(HandlerReader::http))
                .or(() -> fields.maybe("tcpSocket").map(HandlerReader::socket))
                .or(() -> fields.maybe("grpc").map(HandlerReader::grpc))
                .or(() -> fields.maybe("sleep").map(HandlerReader::sleep));
    }

    private static Handler http(Fields http) {
        return new Handler.HttpGet(
                http.text("scheme", "HTTP"),
                http.word("host"),
                port(http),
                http.text("path", "/"),
                http.each(
                        "httpHeaders",
                        it -> new Handler.Header(it.text("name", ""), it.text("value", ""))));
    }

    private static Handler socket(Fields socket) {
        return new Handler.TcpSocket(socket.word("host"), port(socket));
    }

    private static Handler grpc(Fields grpc) {
        return new Handler.Grpc(grpc.integer("port").orElse(0), grpc.text("service", ""));
    }

    private static Handler sleep(Fields sleep) {
        return new Handler.Sleep(sleep.seconds("seconds").orElse(Duration.ZERO));
    }

    private static PortRef port(Fields fields) {
        return fields.text("port")
                .<PortRef>map(PortRef.Name::new)
                .orElseGet(() -> new PortRef.Number(fields.integer("port").orElse(0)));
    }
}
