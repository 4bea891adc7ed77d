package dev.bookend.api.serve;

import dev.bookend.agent.duty.Duties;
import dev.bookend.api.resource.MemoryRoom;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLSocketFactory;

/// HTTPS on the loopback address: a virtual thread for each of so many connections and no more.
public final class LoopbackServer implements AutoCloseable {
    private static final int MOST_REFUSALS = 16;
    private static final int BACKLOG = 128;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int BODIES = (int) (MemoryRoom.share(10) / 1024);

    private final ServerSocket listener;
    private final SSLSocketFactory tls;
    private final HttpHandler handler;
    private final Deadlines deadlines = new Deadlines();
    private final Semaphore bodies = new Semaphore(BODIES);
    private final Limits limits;
    private final Semaphore places;
    private final Semaphore refusals = new Semaphore(MOST_REFUSALS);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private LoopbackServer(
            ServerSocket listener, SSLSocketFactory tls, HttpHandler handler, Limits limits) {
        this.limits = limits;
        places = new Semaphore(limits.connections());
        this.listener = listener;
        this.tls = tls;
        this.handler = handler;
    }

    /// @param port 0 for any that is free
    public static LoopbackServer start(
            int port, SSLSocketFactory tls, HttpHandler handler, Limits limits, Duties duties)
            throws IOException {
        var listener = new ServerSocket();
        listener.setReuseAddress(true);
        var loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        try {
            listener.bind(new InetSocketAddress(loopback, port), BACKLOG);
        } catch (IOException taken) {
            listener.close();
            throw taken;
        }
        var server = new LoopbackServer(listener, tls, handler, limits);
        duties.beginApart("api-accept", server::accept);
        return server;
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                take(listener.accept());
            } catch (IOException _) {
                // Closed, a client that was gone before we looked, or too many open files: then the
                // next client may have more luck, if we do not spin until it comes.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void take(Socket socket) throws IOException {
        if (places.tryAcquire()) {
            begin(socket, places, connection -> connection.serve(handler));
        } else if (refusals.tryAcquire()) {
            begin(socket, refusals, Connection::refuse);
        } else {
            socket.close();
        }
    }

    private interface Serving {
        void serve(Connection connection) throws IOException, InterruptedException;
    }

    private void begin(Socket socket, Semaphore place, Serving serving) {
        open.add(socket);
        Thread.ofVirtual()
                .name("api-connection")
                .start(
                        () -> {
                            try (socket) {
                                serving.serve(
                                        new Connection(socket, tls, deadlines, bodies, limits));
                            } catch (IOException _) {
                                // The client went away, or was too slow.
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            } finally {
                                open.remove(socket);
                                place.release();
                            }
                        });
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var socket : open) {
            socket.close();
        }
        deadlines.close();
    }
}
