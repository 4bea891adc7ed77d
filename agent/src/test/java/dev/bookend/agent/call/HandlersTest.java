package dev.bookend.agent.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.agent.container.ContainerRequests;
import dev.bookend.agent.container.ListeningPorts;
import dev.bookend.agent.container.MemoryWorld;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.runtime.GuardedFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class HandlersTest {
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> begun = new CopyOnWriteArrayList<>();
    private final ServerSocket server;
    private Thread serving = Thread.currentThread();

    HandlersTest() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @BeforeEach
    void serve() {
        serving = Thread.ofVirtual().start(this::answerAll);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void anAnswerHasItsStatusAndOutput() throws Exception {
        answers.put("/ok", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        assertThat(get("/ok", List.of())).isEqualTo(new Reply.Status(200, "hello"));
        assertThat(begun).containsExactly("begun");
    }

    @Test
    void aBadStatusIsAnAnswer() throws Exception {
        answers.put("/bad", "HTTP/1.1 503 Busy\r\n\r\n");
        assertThat(get("/bad", List.of())).isEqualTo(new Reply.Status(503, ""));
    }

    @Test
    void headersAreSentAsGiven() throws Exception {
        answers.put("/h", "HTTP/1.1 204 None\r\n\r\n");
        get(
                "/h",
                List.of(
                        new Handler.Header("Host", "shop.example"),
                        new Handler.Header("X-Who", "me\r\nX-Evil: 1"),
                        new Handler.Header("Accept", "")));
        assertThat(heads.getFirst())
                .startsWith("GET /h HTTP/1.1\r\n")
                .contains("\r\nHost: shop.example\r\n", "\r\nX-Who: me  X-Evil: 1\r\n")
                .doesNotContain("Accept", "127.0.0.1");
    }

    @Test
    void redirectsOnTheSameHostAreFollowed() throws Exception {
        answers.put("/from", "HTTP/1.1 302 Go\r\nLocation: /to?x=1\r\n\r\n");
        answers.put("/to?x=1", "HTTP/1.1 500 Broken\r\n\r\n");
        assertThat(get("/from", List.of())).isEqualTo(new Reply.Status(500, ""));
    }

    @Test
    void redirectsToOtherHostsAreNot() throws Exception {
        answers.put("/away", "HTTP/1.1 302 Go\r\nLocation: http://other.example/\r\n\r\n");
        assertThat(get("/away", List.of())).isEqualTo(new Reply.Status(302, ""));
    }

    @Test
    void whatIsNotHttpIsAFailure() throws Exception {
        answers.put("/odd", "SSH-2.0-x\r\n\r\n\r\n");
        assertThat(get("/odd", List.of()))
                .isInstanceOfSatisfying(
                        Reply.Failed.class, it -> assertThat(it.why()).contains("not HTTP"));
    }

    @Test
    void aServerThatIsSilentRunsIntoTheLimit() throws Exception {
        answers.put("/silent", "");
        var reply = handlers().call(call(http("/silent", List.of()), Duration.ofMillis(200)));
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Failed.class, it -> assertThat(it.why()).contains("no answer"));
    }

    @Test
    void aNamedPortIsTheContainers() throws Exception {
        var named = new Handler.TcpSocket(Optional.empty(), new PortRef.Name("web"));
        assertThat(call(named)).isEqualTo(new Reply.Done(""));
        var unknown = new Handler.TcpSocket(Optional.empty(), new PortRef.Name("none"));
        assertThat(call(unknown)).isInstanceOf(Reply.Failed.class);
    }

    @Test
    void nobodyThereIsAFailure() throws Exception {
        server.close();
        assertThat(serving.join(Duration.ofSeconds(30))).as("the port is free").isTrue();
        assertThat(call(new Handler.TcpSocket(Optional.empty(), new PortRef.Name("web"))))
                .isInstanceOfSatisfying(
                        Reply.Failed.class,
                        it -> assertThat(it.why()).contains("no connection to 127.0.0.1"));
    }

    @Test
    void aTakenPortNamesItsOwner() {
        var spec = requests().spec(APP.container());
        assertThatThrownBy(() -> ListeningPorts.check(spec))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(
                        "port %d is taken by pid %d (java"
                                .formatted(server.getLocalPort(), ProcessHandle.current().pid()));
    }

    private Reply get(String path, List<Handler.Header> headers) throws InterruptedException {
        return call(http(path, headers));
    }

    private Handler http(String path, List<Handler.Header> headers) {
        return new Handler.HttpGet(
                "HTTP", Optional.empty(), new PortRef.Name("web"), path, headers);
    }

    private Reply call(Handler handler) throws InterruptedException {
        return handlers().call(call(handler, Duration.ofSeconds(30)));
    }

    private HandlerCall call(Handler handler, Duration limit) {
        return new HandlerCall(APP, "x-1", handler, limit, true, () -> begun.add("begun"));
    }

    private Handlers handlers() {
        return new Handlers(new MemoryWorld().sandbox(), requests());
    }

    private ContainerRequests requests() {
        var port =
                new ContainerPort(
                        server.getLocalPort(), Optional.of("web"), "TCP", Optional.empty());
        var app = TestPods.container("app", "serve").ports(List.of(port));
        return new ContainerRequests(
                TestPods.pod(RestartPolicy.ALWAYS, app),
                "uid-1",
                new VolumePlaces(Path.of("/nowhere"), Optional.empty(), GuardedFiles.NONE),
                PodObjects.NONE);
    }

    private void answerAll() {
        try {
            while (true) {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (SocketException _) {
            // The test is over.
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                var next = socket.getInputStream().read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            heads.add(head.toString());
            var answer = answers.getOrDefault(head.toString().split(" ", 3)[1], "");
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            if (answer.isEmpty()) {
                socket.getInputStream().read();
            }
        } catch (IOException _) {
            // The client has gone.
        }
    }
}
