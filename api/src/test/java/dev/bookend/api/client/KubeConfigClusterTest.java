package dev.bookend.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;

import dev.bookend.api.resource.Trees;
import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Identity;
import dev.bookend.certificates.Subject;
import dev.bookend.certificates.Validity;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Kubeconfigs on a server that demands a client certificate, as clusters' servers do.
class KubeConfigClusterTest {
    private final Validity day = Validity.beginning(Instant.now(), Duration.ofDays(1));
    private final Authority authority = Authority.create("cluster", day);

    @TempDir Path directory;
    private HttpsServer server;

    @BeforeEach
    void open() throws Exception {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var subject = Subject.server("api", List.of("api.cluster.example", "*.wild.example"));
        var tls = tls(authority.issue(subject, day));
        server.setHttpsConfigurator(
                new HttpsConfigurator(tls) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        var wishes = getSSLContext().getDefaultSSLParameters();
                        wishes.setNeedClientAuth(true);
                        parameters.setSSLParameters(wishes);
                    }
                });
        server.createContext(
                "/",
                exchange -> {
                    var text =
                            "{\"kind\":\"Status\",\"message\":\"hello\"}"
                                    .getBytes(StandardCharsets.US_ASCII);
                    exchange.sendResponseHeaders(200, text.length);
                    exchange.getResponseBody().write(text);
                    exchange.close();
                });
        server.start();
        write("ca.crt", authority.identity().certificatePem());
        var user = authority.issue(Subject.client("alice"), day);
        write("alice.crt", user.certificatePem());
        write("alice.key", user.keyPem());
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private SSLContext tls(Identity identity) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        store.setKeyEntry(
                "server", identity.key(), new char[0], new Certificate[] {identity.certificate()});
        store.setCertificateEntry("clients", authority.identity().certificate());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static final String ALICE = "client-certificate: alice.crt, client-key: alice.key";
    private static final String NAMED = "tls-server-name: api.cluster.example";

    private KubeConfig config(String cluster, String user) throws IOException {
        write(
                "config",
                """
                apiVersion: v1
                kind: Config
                current-context: here
                contexts: [{name: here, context: {cluster: c, user: u}}]
                clusters:
                - name: c
                  cluster: {server: "https://127.0.0.1:%d", certificate-authority: ca.crt, %s}
                users: [{name: u, user: {%s}}]
                """
                        .formatted(server.getAddress().getPort(), cluster, user));
        return KubeConfig.read(directory.resolve("config"), Optional.empty());
    }

    private String answer(String cluster, String user) throws Exception {
        try (var client = new ApiClient(config(cluster, user))) {
            return Trees.text(client.get("/version"), "message");
        }
    }

    @Test
    void aClientCertificateProvesTheUserToAServerThatDemandsOne() throws Exception {
        assertThat(answer(NAMED, ALICE)).isEqualTo("hello");
        assertThatThrownBy(() -> answer(NAMED, "token: x")).isInstanceOf(IOException.class);
        write("alice.crt", otherPem());
        assertThatThrownBy(() -> answer(NAMED, ALICE)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> answer(NAMED, "client-certificate: alice.crt"))
                .hasMessageContaining("come together");
    }

    private String otherPem() {
        var other = Authority.create("other", day);
        return other.issue(Subject.client("mallory"), day).certificatePem();
    }

    @Test
    void theServersNameIsTheOneThatTheFileGives() throws Exception {
        assertThat(answer("tls-server-name: a.wild.example", ALICE)).isEqualTo("hello");
        for (var wrong :
                new String[] {"127.0.0.1", "a.b.wild.example", "wild.example", "x.example"}) {
            assertThatThrownBy(() -> answer("tls-server-name: " + wrong, ALICE))
                    .as(wrong)
                    .isInstanceOf(IOException.class)
                    .hasStackTraceContaining("as tls-server-name demands");
        }
        assertThatThrownBy(() -> answer("proxy-url: ''", ALICE))
                .as("without a name the address must be in the certificate")
                .isInstanceOf(IOException.class);
        write("ca.crt", Authority.create("other", day).identity().certificatePem());
        assertThatThrownBy(() -> answer(NAMED, ALICE)).isInstanceOf(IOException.class);
    }

    @Test
    void aProxyIsGoneThrough() throws Exception {
        try (var proxy = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> forward(proxy));
            var url = "proxy-url: http://127.0.0.1:" + proxy.getLocalPort();
            assertThat(answer(NAMED + ", " + url, ALICE)).isEqualTo("hello");
        }
        assertThatThrownBy(() -> config("proxy-url: socks5://user:secret@there:1", ALICE))
                .hasMessageContaining("only http://HOST:PORT is understood")
                .hasMessageNotContaining("secret");
    }

    /// Answers one CONNECT and carries what comes after it.
    private static void forward(ServerSocket proxy) {
        try (var client = proxy.accept()) {
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                head.append((char) client.getInputStream().read());
            }
            var target = head.toString().split("[ :]", -1);
            assertThat(target[0]).isEqualTo("CONNECT");
            try (var there = new Socket(target[1], Integer.parseInt(target[2]))) {
                var yes = "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
                client.getOutputStream().write(yes);
                var back = Thread.ofVirtual().start(() -> copy(there, client));
                copy(client, there);
                back.join();
            }
        } catch (IOException | InterruptedException _) {
            // The test that waits for the answer says what is missing.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // One of both has enough.
        }
    }
}
