package dev.bookend.e2e;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.Executors;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.SSLEngine;

/// Whoever reaches a webhook's port and sends what he likes, many at once.
record Flood(String host) {
    private static final int PORT = 8443;
    private static final int PATIENCE = (int) Duration.ofSeconds(20).toMillis();

    /// Sends the body so many times, and waits until all connections have ended.
    void send(int times, String body) {
        try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var i = 0; i < times; i++) {
                senders.execute(() -> send(body));
            }
        }
    }

    private void send(String body) {
        var head =
                "POST /validate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        + "Content-Length: %d\r\n\r\n".formatted(body.length());
        try (var socket = connect()) {
            socket.setSoTimeout(PATIENCE);
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().skip(Long.MAX_VALUE);
        } catch (IOException _) {
            // To be cut off is an answer too.
        }
    }

    private Socket connect() throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Everybody()}, null);
            return context.getSocketFactory().createSocket(host, PORT);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// A sender who does not care whom he sends to.
    private static final class Everybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
