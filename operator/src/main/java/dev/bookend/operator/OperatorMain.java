package dev.bookend.operator;

import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Metrics;
import dev.bookend.operator.process.Surroundings;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// Runs an operator until it is told to stop.
public final class OperatorMain {
    private static final int CANNOT_START = 3;
    private static final int OWN_BUG = 70;

    private OperatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            serve(System.getenv());
        } catch (IOException failed) {
            log().warn("cannot start: " + failed.getMessage());
            System.exit(CANNOT_START);
        }
    }

    /// Serves until the process is ended; fails only if it cannot begin.
    public static void serve(Map<String, String> environment)
            throws IOException, InterruptedException {
        var settings = OperatorSettings.of(environment);
        boundServers();
        var log = log();
        Thread.setDefaultUncaughtExceptionHandler(
                (_, bug) -> {
                    log.warn("a bug of the operator ends it: " + bug);
                    Runtime.getRuntime().halt(OWN_BUG);
                });
        var around = new Surroundings(InstantSource.system(), new Metrics(), log);
        var operator = new Operator(settings, around);
        Runtime.getRuntime().addShutdownHook(new Thread(operator::close));
        log.info("listening on %d".formatted(operator.webhookPort()));
        new CountDownLatch(1).await();
    }

    /// Read once by Java's own server: seconds for a request and an answer, bytes, connections.
    private static void boundServers() {
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        System.setProperty("sun.net.httpserver.maxRspTime", "10");
        System.setProperty("sun.net.httpserver.maxReqHeaderSize", "16384");
        System.setProperty("jdk.httpserver.maxConnections", "400");
    }

    private static Log log() {
        return new Log(System.out, InstantSource.system());
    }
}
