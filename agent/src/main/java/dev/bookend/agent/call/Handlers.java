package dev.bookend.agent.call;

import dev.bookend.agent.container.ContainerRequests;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.ExecSession;
import dev.bookend.runtime.PodSandbox;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Carries out what hooks and probes are made of. A call waits for its end; an interrupt cancels
/// it. The network is the machine's, so the default host is the loopback address.
public final class Handlers {
    private static final String HOST = "127.0.0.1";

    private final PodSandbox sandbox;
    private final ContainerRequests requests;

    public Handlers(PodSandbox sandbox, ContainerRequests requests) {
        this.sandbox = sandbox;
        this.requests = requests;
    }

    public Reply call(HandlerCall call) throws InterruptedException {
        return switch (call.handler()) {
            case Handler.Exec(var command) -> exec(call, command);
            case Handler.HttpGet get -> http(call, get);
            case Handler.TcpSocket(var host, var port) -> tcp(call, host, port);
            case Handler.Sleep(var length) -> {
                call.begun().run();
                Thread.sleep(length);
                yield new Reply.Done("");
            }
            case Handler.Grpc(var port, var service) -> grpc(call, port, service);
        };
    }

    private Reply exec(HandlerCall call, List<String> command) throws InterruptedException {
        try (var session = sandbox.exec(call.attempt(), ExecRequest.of(call.id(), command))) {
            call.begun().run();
            return await(session, call.limit());
        } catch (RuntimeFailure failure) {
            return new Reply.Failed(String.valueOf(failure.getMessage()));
        }
    }

    private static Reply await(ExecSession session, Duration limit)
            throws RuntimeFailure, InterruptedException {
        try {
            var result = session.await(limit);
            if (result.isEmpty()) {
                session.cancel();
                return new Reply.Failed("the command did not end within " + words(limit));
            }
            var end = result.get();
            return end.exitCode() == 0
                    ? new Reply.Done(end.tail())
                    : new Reply.Failed(
                            "the command exited with code " + end.exitCode(), end.tail());
        } catch (InterruptedException interrupt) {
            session.cancel();
            throw interrupt;
        }
    }

    private Reply http(HandlerCall call, Handler.HttpGet get) throws InterruptedException {
        var port = port(call, get.port());
        if (port.isEmpty()) {
            return unknown(get.port());
        }
        var target = HttpTarget.of(get, get.host().orElse(HOST), port.get());
        try {
            return new HttpCall(call).get(target);
        } catch (SocketTimeoutException _) {
            return new Reply.Failed("no answer from %s within %s".formatted(target, words(call)));
        } catch (IOException failure) {
            stopIfInterrupted();
            return new Reply.Failed("no answer from %s: %s".formatted(target, reason(failure)));
        }
    }

    private Reply tcp(HandlerCall call, Optional<String> host, PortRef ref)
            throws InterruptedException {
        var port = port(call, ref);
        if (port.isEmpty()) {
            return unknown(ref);
        }
        var address = new InetSocketAddress(host.orElse(HOST), port.get());
        call.begun().run();
        try (var socket = new Socket()) {
            socket.connect(address, HttpCall.millis(call.limit()));
            return new Reply.Done("");
        } catch (IOException failure) {
            stopIfInterrupted();
            return new Reply.Failed(
                    "no connection to %s:%d: %s"
                            .formatted(host.orElse(HOST), port.get(), reason(failure)));
        }
    }

    private static Reply grpc(HandlerCall call, int port, String service)
            throws InterruptedException {
        call.begun().run();
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            return GrpcCall.check(address, service, call.limit());
        } catch (SocketTimeoutException _) {
            return new Reply.Failed(
                    "no health status from %s:%d within %s".formatted(HOST, port, words(call)));
        } catch (IOException failure) {
            stopIfInterrupted();
            return new Reply.Failed(
                    "no health status from %s:%d: %s".formatted(HOST, port, reason(failure)));
        }
    }

    /// An interrupt closes the socket that a thread waits at.
    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private Optional<Integer> port(HandlerCall call, PortRef ref) {
        return switch (ref) {
            case PortRef.Number(var number) -> Optional.of(number);
            case PortRef.Name(var name) -> named(requests.spec(call.attempt().container()), name);
        };
    }

    private static Optional<Integer> named(ContainerSpec container, String name) {
        return container.ports().stream()
                .filter(port -> port.name().filter(name::equals).isPresent())
                .map(port -> port.port())
                .findFirst();
    }

    private static Reply unknown(PortRef ref) {
        return new Reply.Failed("the container declares no port %s".formatted(ref));
    }

    private static String reason(IOException failure) {
        return Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    }

    private static String words(HandlerCall call) {
        return words(call.limit());
    }

    private static String words(Duration limit) {
        return limit.toSeconds() + " s";
    }
}
