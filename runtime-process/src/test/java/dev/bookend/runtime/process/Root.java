package dev.bookend.runtime.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Some things only root can try.
final class Root {
    private Root() {}

    static boolean here() {
        return Account.own().user() == 0;
    }

    static void assume() {
        assumeTrue(here(), "needs root");
    }
}
