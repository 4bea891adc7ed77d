package dev.bookend.operator;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// Runs an operator until it is told to stop.
public final class OperatorMain {
    private static final int CANNOT_START = 3;
    private static final int OWN_BUG = 70;

    private OperatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        var log = new Log(System.out, InstantSource.system());
        Thread.setDefaultUncaughtExceptionHandler(
                (_, bug) -> {
                    log.warn("a bug of the operator ends it: " + bug);
                    Runtime.getRuntime().halt(OWN_BUG);
                });
        try {
            var around =
                    new LaunchController.Surroundings(InstantSource.system(), new Metrics(), log);
            var operator = new Operator(OperatorSettings.of(System.getenv()), around);
            Runtime.getRuntime().addShutdownHook(new Thread(operator::close));
            log.info("listening on %d".formatted(operator.webhookPort()));
            new CountDownLatch(1).await();
        } catch (IOException failed) {
            log.warn("cannot start: " + failed.getMessage());
            System.exit(CANNOT_START);
        }
    }
}
