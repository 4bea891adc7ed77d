package dev.bookend.agent.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A server of few frames on the other side.
class GrpcCallTest {
    private static final String SETTINGS = "000000 04 00 00000000";
    private static final String HEADERS = "000001 01 04 00000001 88";
    private static final String TRAILERS = "000001 01 05 00000001 88";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ServerSocket server;
    private final CompletableFuture<byte[]> request = new CompletableFuture<>();

    GrpcCallTest() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0801, ''",
        "'', health status is UNKNOWN",
        "0802, health status is NOT_SERVING",
        "0803, health status is SERVICE_UNKNOWN",
        "0807, health status is 7",
        "1203aabbcc0801, ''",
        "12ff, no health status",
        "08ffffffffffffffffffff, no health status",
        "0d01020304, no health status"
    })
    void theMessageSaysHowItIs(String message, String says) throws Exception {
        answer(SETTINGS, HEADERS, data(message), TRAILERS);
        var reply = check("", LONG);
        if (says.isEmpty()) {
            assertThat(reply).isEqualTo(new Reply.Done(""));
        } else {
            assertThat(((Reply.Failed) reply).why()).contains(says);
        }
    }

    @Test
    void theRequestIsWhatServersExpect() throws Exception {
        answer(SETTINGS, HEADERS, data("0801"), TRAILERS);
        check("my.service", LONG);
        var sent = new String(request.get(30, TimeUnit.SECONDS), StandardCharsets.ISO_8859_1);
        assertThat(sent)
                .startsWith("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                .contains("/grpc.health.v1.Health/Check", "application/grpc", "trailers")
                .endsWith("\0\0\0\0\014\012\012my.service");
    }

    @Test
    void pingsAndOtherFramesAreNoAnswer() throws Exception {
        var ping = "000008 06 00 00000000 0102030405060708";
        var window = "000004 08 00 00000000 00010000";
        var goesSoon = "000008 07 00 00000000 00000001 00000000";
        answer(SETTINGS, ping, window, goesSoon, HEADERS, data("0801"), TRAILERS);
        assertThat(check("", LONG)).isEqualTo(new Reply.Done(""));
    }

    @Test
    void aPaddedMessageIsRead() throws Exception {
        answer(SETTINGS, HEADERS, "00000a 00 08 00000001 02 00 00000002 0801 0000", TRAILERS);
        assertThat(check("", LONG)).isEqualTo(new Reply.Done(""));
    }

    @Test
    void anAnswerWithoutMessageIsAFailure() throws Exception {
        answer(SETTINGS, TRAILERS);
        assertThat(check("", LONG))
                .isInstanceOfSatisfying(
                        Reply.Failed.class,
                        it -> assertThat(it.why()).contains("gave no health status"));
    }

    @ParameterizedTest
    @CsvSource({
        "000004 03 00 00000001 00000007, reset the request",
        "000008 07 00 00000000 00000000 00000002, goes away"
    })
    void aServerMayRefuse(String frame, String says) throws Exception {
        answer(SETTINGS, frame);
        assertThat(((Reply.Failed) check("", LONG)).why()).contains(says);
    }

    @ParameterizedTest
    @CsvSource({
        "ffffff 00 00 00000001, too long",
        "000001 00 08 00000001 09, padding",
        "000009 00 00 00000001 00, ended too early"
    })
    void aHostileServerGetsNowhere(String frame, String says) throws Exception {
        answer(SETTINGS, frame);
        assertThatThrownBy(() -> check("", LONG)).hasMessageContaining(says);
    }

    @Test
    void noServerCanFillTheMemory() throws Exception {
        var frame = "004000 00 00 00000001" + "00".repeat(0x4000);
        answer(SETTINGS, frame, frame, frame, frame, frame);
        assertThatThrownBy(() -> check("", LONG)).hasMessageContaining("too long");
    }

    @Test
    void aServerOfAnotherKindIsTold() throws Exception {
        answer(
                HexFormat.of()
                        .formatHex(
                                "HTTP/1.1 400 Bad Request\r\n\r\n"
                                        .getBytes(StandardCharsets.ISO_8859_1)));
        assertThatThrownBy(() -> check("", LONG)).hasMessageContaining("HTTP/1");
    }

    @Test
    void aSilentServerIsNotWaitedForLongerThanTheLimit() {
        assertThatThrownBy(() -> check("", Duration.ofMillis(50)))
                .isInstanceOf(SocketTimeoutException.class);
    }

    private Reply check(String service, Duration limit) throws IOException {
        var host = InetAddress.getLoopbackAddress();
        var address = new InetSocketAddress(host, server.getLocalPort());
        return GrpcCall.check(address, service, limit);
    }

    private static String data(String message) {
        var length = message.length() / 2;
        return "%06x 00 00 00000001 00 %08x %s".formatted(length + 5, length, message);
    }

    private void answer(String... frames) {
        Thread.ofVirtual().start(() -> serve(String.join("", frames)));
    }

    private void serve(String frames) {
        try (var socket = server.accept()) {
            request.complete(wholeRequest(socket));
            socket.getOutputStream().write(HexFormat.of().parseHex(frames.replace(" ", "")));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException failure) {
            request.completeExceptionally(failure);
        }
    }

    /// Reads up to the first frame that ends the request.
    private static byte[] wholeRequest(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        all.writeBytes(socket.getInputStream().readNBytes(24));
        while (true) {
            var head = socket.getInputStream().readNBytes(Http2Frame.HEAD);
            all.writeBytes(head);
            var rest = socket.getInputStream().readNBytes(Http2Frame.length(head));
            all.writeBytes(rest);
            if (Http2Frame.of(head, rest).endsStream()) {
                return all.toByteArray();
            }
        }
    }
}
