package dev.bookend.api.client;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/// The certificates that a kubeconfig file holds or names.
///
/// @param file what other files' names are relative to
record KubeTls(Path file) {
    SSLContext context(Json cluster, Json user) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(
                    identity(pem(user, "client-certificate"), pem(user, "client-key")),
                    new char[0]);
            context.init(keys.getKeyManagers(), trust(cluster), null);
            return context;
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            throw new IOException(
                    "the certificates of %s cannot be used: %s".formatted(file, wrong.getMessage()),
                    wrong);
        }
    }

    private TrustManager[] trust(Json cluster) throws IOException, GeneralSecurityException {
        var authorities = pem(cluster, "certificate-authority");
        if (cluster.field("insecure-skip-tls-verify").flatMap(Json::flag).orElse(false)) {
            if (authorities.isPresent()) {
                throw new IOException(
                        "%s gives a certificate-authority and insecure-skip-tls-verify; keep the"
                                        .formatted(file)
                                + " first one");
            }
            return new TrustManager[] {new Everyone()};
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities.isPresent() ? store(authorities.get()) : null);
        var name = Trees.text(cluster, "tls-server-name");
        return name.isEmpty()
                ? trust.getTrustManagers()
                : new TrustManager[] {
                    new ServerName((X509TrustManager) trust.getTrustManagers()[0], name)
                };
    }

    /// What is written in the file itself, or in another one that it names.
    private Optional<String> pem(Json owner, String field) throws IOException {
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

    private static KeyStore store(String authorities) throws IOException, GeneralSecurityException {
        var store = empty();
        for (var certificate : certificates(authorities)) {
            store.setCertificateEntry("ca-" + store.size(), certificate);
        }
        return store;
    }

    private static Collection<? extends Certificate> certificates(String pem)
            throws GeneralSecurityException {
        var bytes = pem.getBytes(StandardCharsets.US_ASCII);
        var all =
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(bytes));
        if (all.isEmpty()) {
            throw new CertificateException("there is no certificate in PEM form");
        }
        return all;
    }

    private static KeyStore identity(Optional<String> certificate, Optional<String> key)
            throws IOException, GeneralSecurityException {
        var store = empty();
        if (certificate.isPresent() != key.isPresent()) {
            throw new CertificateException(
                    "a client-certificate and a client-key come together, and one is missing");
        }
        if (certificate.isPresent() && key.isPresent()) {
            var chain = certificates(certificate.get()).toArray(new Certificate[0]);
            store.setKeyEntry("client", ClientKey.of(key.get()), new char[0], chain);
        }
        return store;
    }

    /// Takes any server for the right one, because the kubeconfig says so.
    private static final class Everyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(
                X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkServerTrusted(
                X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkClientTrusted(
                X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkServerTrusted(
                X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
