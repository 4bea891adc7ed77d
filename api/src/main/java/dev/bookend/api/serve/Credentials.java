package dev.bookend.api.serve;

import dev.bookend.api.resource.Trees;
import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Identity;
import dev.bookend.certificates.Subject;
import dev.bookend.certificates.Validity;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// What proves the server to clients and clients to the server, kept in files that only their owner
/// may read. The server's own certificate is made anew at every start.
public final class Credentials {
    private static final Duration VALID = Duration.ofDays(3650);
    private static final int TOKEN_BYTES = 32;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final String token;
    private final Identity authority;
    private final SSLSocketFactory tls;

    private Credentials(String token, Identity authority, SSLSocketFactory tls) {
        this.token = token;
        this.authority = authority;
        this.tls = tls;
    }

    /// Reads the files of a directory, or makes them.
    public static Credentials open(Path directory, Instant now) throws IOException {
        try {
            var authority = authority(directory, now);
            var names = List.of("localhost", "bookend", "kubernetes");
            var address = InetAddress.getByAddress(LOOPBACK);
            var subject = new Subject("bookend", Subject.Usage.SERVER, names, List.of(address));
            var server = new Authority(authority).issue(subject, Validity.beginning(now, VALID));
            return new Credentials(
                    token(directory.resolve("token")), authority, tls(server, authority));
        } catch (GeneralSecurityException failure) {
            throw new IOException(
                    "the certificates in %s cannot be used: %s; remove them to have new ones"
                            .formatted(directory, failure.getMessage()),
                    failure);
        }
    }

    private static Identity authority(Path directory, Instant now)
            throws IOException, GeneralSecurityException {
        var key = directory.resolve("ca.key");
        var certificate = directory.resolve("ca.crt");
        if (Files.exists(key) && Files.exists(certificate)) {
            return Identity.ofPem(Files.readString(certificate), Files.readString(key));
        }
        var made =
                Authority.create("Bookend local authority", Validity.beginning(now, VALID))
                        .identity();
        writePrivate(certificate, made.certificatePem());
        writePrivate(key, made.keyPem());
        return made;
    }

    private static SSLSocketFactory tls(Identity server, Identity authority)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        var chain = new Certificate[] {server.certificate(), authority.certificate()};
        store.setKeyEntry("server", server.key(), new char[0], chain);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context.getSocketFactory();
    }

    private static String token(Path file) throws IOException {
        if (Files.exists(file)) {
            return Files.readString(file).strip();
        }
        var bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        var token = HexFormat.of().formatHex(bytes);
        writePrivate(file, token + "\n");
        return token;
    }

    /// Writes a file that only its owner may read, whole or not at all.
    public static void writePrivate(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        var mode = PosixFilePermissions.fromString("rw-------");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(mode));
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public SSLSocketFactory tls() {
        return tls;
    }

    /// Whether a request carries the token; the time that it takes tells nothing about it.
    public boolean admits(HttpRequest request) {
        var given = request.headers().first("Authorization").orElse("");
        var wanted = "Bearer " + token;
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
    }

    /// What kubectl needs to find the server and to be let in; JSON is YAML.
    public String kubeconfig(int port) {
        var ca = authority.certificatePem().getBytes(StandardCharsets.UTF_8);
        var cluster =
                Json.object()
                        .put("server", "https://127.0.0.1:" + port)
                        .put("certificate-authority-data", Base64.getEncoder().encodeToString(ca))
                        .done();
        var context = Json.object().put("cluster", "bookend").put("user", "bookend").done();
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Config")
                .put("current-context", "bookend")
                .put("clusters", named("cluster", cluster))
                .put("users", named("user", Json.object().put("token", token).done()))
                .put("contexts", named("context", context))
                .done()
                .line();
    }

    private static Json named(String field, Json value) {
        return Trees.array(List.of(Json.object().put("name", "bookend").put(field, value).done()));
    }
}
