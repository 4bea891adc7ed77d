package dev.bookend.api.endpoint;

import dev.bookend.agent.life.PodLife;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.api.serve.WebSocket;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.manifest.json.Json;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecResult;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.TerminalSize;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A command in a container, over a WebSocket with channels for its streams, as `kubectl exec`
/// speaks since 1.31.
final class Exec {
    private static final int OUTPUT = 1;
    private static final int ERRORS = 2;
    private static final int RESULT = 3;
    private static final int CHUNK = 32 * 1024;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration SIZE = Duration.ofSeconds(2);
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final HttpRequest request;
    private final PodLife life;
    private final Attempt attempt;

    Exec(HttpRequest request, PodLife life, Attempt attempt) {
        this.request = request;
        this.life = life;
        this.attempt = attempt;
    }

    void run(Reply reply) throws ApiError, IOException, InterruptedException {
        if (!WebSocket.isWanted(request)) {
            throw ApiError.badRequest(
                    "exec is served over WebSocket only, which kubectl speaks from 1.31 on; use"
                            + " kubectl 1.31 or later, or bookend exec");
        }
        var socket = WebSocket.accept(request, reply);
        var listener = ExecListener.start(socket);
        try (var session = life.exec(attempt, wish(listener))) {
            listener.begin(session);
            serve(session, socket);
        } catch (RuntimeFailure failure) {
            listener.giveUp(failure);
            finish(socket, failed(String.valueOf(failure.getMessage())));
        }
        listener.awaitFarewell(SILENCE);
    }

    private ExecRequest wish(ExecListener listener) throws InterruptedException {
        var terminal =
                request.isSet("tty")
                        ? listener.size(SIZE).or(() -> Optional.of(TerminalSize.STANDARD))
                        : Optional.<TerminalSize>empty();
        return new ExecRequest(
                ExecRequest.USERS + UUID.randomUUID().toString().substring(0, 8),
                request.parameters("command"),
                terminal,
                request.isSet("stdin"));
    }

    private void serve(ExecSession session, WebSocket socket)
            throws RuntimeFailure, IOException, InterruptedException {
        var out =
                request.isSet("stdout")
                        ? List.of(pump(session.stdout(), socket, OUTPUT))
                        : List.<Thread>of();
        var err =
                request.isSet("stderr") && !request.isSet("tty")
                        ? List.of(pump(session.stderr(), socket, ERRORS))
                        : List.<Thread>of();
        var result = ended(session, socket);
        for (var thread : out) {
            thread.join();
        }
        for (var thread : err) {
            thread.join();
        }
        finish(socket, status(result.exitCode()));
    }

    /// A client that is gone takes its command along. The listener does not hear it go while the
    /// command leaves unread what the client sent before.
    private static ExecResult ended(ExecSession session, WebSocket socket)
            throws RuntimeFailure, IOException, InterruptedException {
        try {
            var result = session.await(LOOK);
            while (result.isEmpty()) {
                socket.ping();
                result = session.await(LOOK);
            }
            return result.get();
        } catch (IOException gone) {
            session.cancel();
            throw gone;
        }
    }

    private static void finish(WebSocket socket, Json status) throws IOException {
        var bytes = status.line().getBytes(StandardCharsets.UTF_8);
        socket.send(RESULT, bytes, bytes.length);
        socket.close();
    }

    private static Thread pump(InputStream from, WebSocket socket, int channel) {
        return Thread.ofVirtual()
                .name("exec-output")
                .start(
                        () -> {
                            var bytes = new byte[CHUNK];
                            try {
                                for (var n = from.read(bytes); n >= 0; n = from.read(bytes)) {
                                    socket.send(channel, bytes, n);
                                }
                            } catch (IOException _) {
                                drop(from);
                            }
                        });
    }

    private static void drop(InputStream from) {
        try {
            from.close();
        } catch (IOException _) {
            // Nobody reads it any more.
        }
    }

    private static Json status(int code) {
        if (code == 0) {
            return Json.object().put("metadata", Trees.EMPTY).put("status", "Success").done();
        }
        var cause =
                Json.object().put("reason", "ExitCode").put("message", String.valueOf(code)).done();
        return Json.object()
                .put("metadata", Trees.EMPTY)
                .put("status", "Failure")
                .put("message", "command terminated with non-zero exit code: exit code " + code)
                .put("reason", "NonZeroExitCode")
                .put("details", Json.object().put("causes", Trees.array(List.of(cause))).done())
                .done();
    }

    private static Json failed(String message) {
        return Json.object()
                .put("metadata", Trees.EMPTY)
                .put("status", "Failure")
                .put("message", message)
                .put("reason", "InternalError")
                .put("code", 500)
                .done();
    }
}
