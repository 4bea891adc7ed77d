package dev.bookend.api;

import dev.bookend.certificates.Identity;
import dev.bookend.manifest.Json;
import dev.bookend.manifest.ManifestReader;
import dev.bookend.manifest.ManifestSource;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Where a server is, whom it must prove to be, and how to prove oneself to it.
public record KubeConfig(URI server, String namespace, Optional<String> token, SSLContext tls) {
    /// Reads a kubeconfig file.
    ///
    /// @param context which of its contexts counts; the current one if absent
    public static KubeConfig read(Path file, Optional<String> context) throws IOException {
        var config =
                ManifestReader.read(ManifestSource.of(file)).others().stream()
                        .filter(it -> it.kind().equals("Config"))
                        .findFirst()
                        .orElseThrow(() -> new IOException(file + " is no kubeconfig"))
                        .json();
        var name = context.orElse(Trees.text(config, "current-context"));
        var chosen = named(config, file, "contexts", "context", name);
        var cluster = named(config, file, "clusters", "cluster", Trees.text(chosen, "cluster"));
        var user = named(config, file, "users", "user", Trees.text(chosen, "user"));
        return new KubeConfig(
                URI.create(Trees.text(cluster, "server")),
                Columns.or(Trees.text(chosen, "namespace"), "default"),
                Optional.of(Trees.text(user, "token")).filter(it -> !it.isEmpty()),
                tls(file, cluster, user));
    }

    private static Json.Obj named(Json config, Path file, String list, String field, String name)
            throws IOException {
        return Trees.items(config, list).stream()
                .filter(it -> Trees.text(it, "name").equals(name))
                .map(it -> Trees.object(it, field))
                .findFirst()
                .orElseThrow(
                        () -> new IOException("%s has no %s '%s'".formatted(file, field, name)));
    }

    private static SSLContext tls(Path file, Json cluster, Json user) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities(pem(file, cluster, "certificate-authority")));
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(
                    identity(pem(file, user, "client-certificate"), pem(file, user, "client-key")),
                    new char[0]);
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException wrong) {
            throw new IOException(
                    "the certificates of %s cannot be used: %s".formatted(file, wrong.getMessage()),
                    wrong);
        }
    }

    /// What is written in the file itself, or in another one that it names.
    private static Optional<String> pem(Path file, Json owner, String field) throws IOException {
        var data = Trees.text(owner, field + "-data");
        if (!data.isEmpty()) {
            return Optional.of(
                    new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8));
        }
        var path = Trees.text(owner, field);
        return path.isEmpty()
                ? Optional.empty()
                : Optional.of(Files.readString(file.resolveSibling(path)));
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        return store;
    }

    private static KeyStore authorities(Optional<String> pem)
            throws IOException, GeneralSecurityException {
        var store = empty();
        if (pem.isPresent()) {
            store.setCertificateEntry("ca", Identity.certificate(pem.get()));
        }
        return store;
    }

    private static KeyStore identity(Optional<String> certificate, Optional<String> key)
            throws IOException, GeneralSecurityException {
        var store = empty();
        if (certificate.isPresent() && key.isPresent()) {
            var chain = new Certificate[] {Identity.certificate(certificate.get())};
            store.setKeyEntry("client", ClientKey.of(key.get()), new char[0], chain);
        }
        return store;
    }
}
