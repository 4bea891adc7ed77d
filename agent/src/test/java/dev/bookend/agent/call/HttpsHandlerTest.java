package dev.bookend.agent.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.agent.container.ContainerRequests;
import dev.bookend.agent.container.MemoryWorld;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.runtime.GuardedFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// As in Kubernetes, a probe or hook over https does not ask who has signed for the server.
class HttpsHandlerTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir Path directory;
    private Optional<HttpsServer> server = Optional.empty();

    @BeforeEach
    void serve() throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var https = HttpsServer.create(loopback, 0);
        https.setHttpsConfigurator(new HttpsConfigurator(ofAnotherName()));
        https.createContext(
                "/ready",
                exchange -> {
                    var answer = "over tls".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(203, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        https.start();
        server = Optional.of(https);
    }

    @AfterEach
    void stop() {
        server.ifPresent(it -> it.stop(0));
    }

    @Test
    void aCertificateOfAnotherNameThatNobodySignedIsTaken() throws Exception {
        assertThat(call("HTTPS")).isEqualTo(new Reply.Status(203, "over tls"));
    }

    @Test
    void plainHttpToSuchAServerIsNoAnswer() throws Exception {
        assertThat(call("HTTP")).isNotInstanceOf(Reply.Done.class).isNotEqualTo(call("HTTPS"));
    }

    private Reply call(String scheme) throws InterruptedException {
        var port = new PortRef.Number(server.orElseThrow().getAddress().getPort());
        var get = new Handler.HttpGet(scheme, Optional.empty(), port, "/ready", List.of());
        var app = new Attempt(new ContainerName("app"), 1);
        return handlers()
                .call(new HandlerCall(app, "x-1", get, Duration.ofSeconds(30), true, () -> {}));
    }

    private static Handlers handlers() {
        var pod = TestPods.pod(RestartPolicy.ALWAYS, TestPods.container("app", "serve"));
        var places = new VolumePlaces(Path.of("/nowhere"), Optional.empty(), GuardedFiles.NONE);
        var requests = new ContainerRequests(pod, "uid-1", places, PodObjects.NONE);
        return new Handlers(new MemoryWorld().sandbox(), requests);
    }

    private SSLContext ofAnotherName() throws Exception {
        var keys = KeyStore.getInstance("PKCS12");
        try (var file = Files.newInputStream(made())) {
            keys.load(file, PASSWORD);
        }
        var managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private Path made() throws Exception {
        var store = directory.resolve("keys.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var arguments =
                "-genkeypair -alias it -keyalg EC -dname CN=another.example -storetype PKCS12"
                        + " -storepass changeit -keystore "
                        + store;
        var command = new ProcessBuilder(keytool);
        command.command().addAll(List.of(arguments.split(" ", -1)));
        var process = command.redirectErrorStream(true).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("keytool ends").isTrue();
        assertThat(process.exitValue()).isZero();
        return store;
    }
}
