package dev.bookend.operator.kube;

import dev.bookend.certificates.Trust;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.SSLContext;

/// Where the API server is, whom to trust there, and where our own token lies.
///
/// @param token a file that is read before each request, because its content is renewed
public record ApiAddress(URI server, Optional<Path> token, Optional<SSLContext> trust) {
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /// The address that every pod is given.
    public static ApiAddress inCluster(Map<String, String> environment) throws IOException {
        var host = environment.get("KUBERNETES_SERVICE_HOST");
        var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        if (host == null) {
            throw new IOException(
                    "KUBERNETES_SERVICE_HOST is not set: run the operator as a pod, or name the"
                            + " API server with BOOKEND_SERVER, BOOKEND_TOKEN and BOOKEND_CA");
        }
        var shown = host.contains(":") ? "[" + host + "]" : host;
        return of(
                URI.create("https://" + shown + ":" + port),
                ACCOUNT.resolve("token"),
                ACCOUNT.resolve("ca.crt"));
    }

    public static ApiAddress of(URI server, Path token, Path authority) throws IOException {
        var trust = Trust.in(Files.readString(authority));
        return new ApiAddress(server, Optional.of(token), Optional.of(trust));
    }

    Optional<String> bearer() throws IOException {
        return token.isPresent()
                ? Optional.of("Bearer " + Files.readString(token.get()).strip())
                : Optional.empty();
    }
}
