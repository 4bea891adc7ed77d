package dev.bookend.runtime.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.runtime.process.rights.Account;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Some things only root can try, and some only where the kernel gives namespaces.
final class Root {
    private Root() {}

    static boolean here() {
        return Account.own().user() == 0;
    }

    static void assume() {
        assumeTrue(here(), "needs root");
    }

    static void assumeNamespaces() throws Exception {
        assumeTrue(here() || userNamespaces(), "needs root or user namespaces");
    }

    static boolean userNamespaces() throws IOException, InterruptedException {
        var process = new ProcessBuilder("unshare", "-Urm", "true").start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
