package dev.bookend.e2e;

import java.util.ArrayList;
import java.util.List;

/// A pod whose containers write down when they start, and are ready a second later. They share the
/// directory `/shared`.
final class OrderedPod {
    static final String RUN =
            "echo start $(cut -d' ' -f1 /proc/uptime); sleep 1; touch /tmp/ready;"
                    + " trap 'exit 0' TERM; while :; do sleep 1000 & wait $!; done";
    private static final int FIRST_PORT = 8000;
    private final String name;
    private final List<String> containers = new ArrayList<>();
    private String meta = "";
    private String policy = "Always";

    OrderedPod(String name) {
        this.name = name;
    }

    OrderedPod meta(String lines) {
        meta = ", " + lines;
        return this;
    }

    OrderedPod policy(String word) {
        policy = word;
        return this;
    }

    OrderedPod container(String container, String priority) {
        return container(container, priority, RUN);
    }

    OrderedPod container(String container, String priority, String script) {
        return container(container, priority, script, "exec: {command: [test, -f, /tmp/ready]}");
    }

    /// A container that is ready, a second after its start, for as little work as can be.
    OrderedPod light(String container, String priority) {
        return container(
                container,
                priority,
                "sleep 1; exec httpd -f -p %s -h /tmp".formatted(port()),
                "tcpSocket: {port: %s}".formatted(port()));
    }

    private int port() {
        return FIRST_PORT + containers.size();
    }

    /// A container without probes.
    OrderedPod bare(String container, String priority, String script) {
        return add(container, priority, script, "");
    }

    private OrderedPod container(
            String container, String priority, String script, String readiness) {
        return add(
                container,
                priority,
                script,
                "readinessProbe: {%s, periodSeconds: 1, timeoutSeconds: 10}, "
                        .formatted(readiness));
    }

    private OrderedPod add(String container, String priority, String script, String probe) {
        var env =
                priority.isEmpty()
                        ? ""
                        : "env: [{name: KRUISE_CONTAINER_PRIORITY, value: \"%s\"}], "
                                .formatted(priority);
        containers.add(
                """
                  - {name: %s, image: "%s", %scommand: [sh, -c, "%s"],
                     %svolumeMounts: [{name: shared, mountPath: /shared}]}
                """
                        .formatted(
                                container,
                                Cluster.busybox(),
                                env,
                                script.replace("\"", "\\\""),
                                probe));
        return this;
    }

    String yaml() {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s%s}
        %s\
        """
                .formatted(name, meta, spec());
    }

    /// The pod's specification alone, for a template.
    String spec() {
        return """
        spec:
          restartPolicy: %s
          terminationGracePeriodSeconds: 1
          dnsPolicy: Default
          volumes: [{name: shared, emptyDir: {}}]
          containers:
        %s\
        """
                .formatted(policy, String.join("", containers));
    }
}
