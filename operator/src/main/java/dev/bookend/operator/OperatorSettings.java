package dev.bookend.operator;

import dev.bookend.operator.kube.ApiAddress;
import dev.bookend.operator.serving.CertificateKeeper;
import dev.bookend.operator.serving.WebhookServer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/// What an operator is told at its start.
///
/// @param identity tells this operator from the others; a pod's name
record OperatorSettings(
        ApiAddress address,
        CertificateKeeper.Names names,
        WebhookServer.Doors doors,
        String identity) {
    private static final String PREFIX = "BOOKEND_";

    /// Reads the environment, which the chart writes.
    static OperatorSettings of(Map<String, String> environment) throws IOException {
        return new OperatorSettings(
                address(environment),
                new CertificateKeeper.Names(
                        word(environment, "NAMESPACE", "bookend"),
                        word(environment, "SECRET", "bookend-webhook"),
                        word(environment, "SERVICE", "bookend-webhook"),
                        word(environment, "CONFIGURATION", "zz-bookend"),
                        word(environment, "CERTIFICATES", "own").equals("given")),
                new WebhookServer.Doors(
                        door(word(environment, "LISTEN", "8443")),
                        door(word(environment, "LISTEN_HEALTH", "8080"))),
                word(environment, "POD", "operator"));
    }

    private static ApiAddress address(Map<String, String> environment) throws IOException {
        var server = environment.get(PREFIX + "SERVER");
        return server == null
                ? ApiAddress.inCluster(environment)
                : ApiAddress.of(
                        URI.create(server),
                        Path.of(word(environment, "TOKEN", "token")),
                        Path.of(word(environment, "CA", "ca.crt")));
    }

    private static String word(Map<String, String> environment, String key, String otherwise) {
        return environment.getOrDefault(PREFIX + key, otherwise);
    }

    private static InetSocketAddress door(String port) throws IOException {
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
            throw new IOException("\"%s\" is no port: use a number up to 65535".formatted(port));
        }
        return new InetSocketAddress(Integer.parseInt(port));
    }
}
