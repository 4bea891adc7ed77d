package dev.bookend.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What all sandboxes of one runtime share.
record Machine(
        Places places,
        Spawner spawner,
        Watchdog watchdog,
        Isolation isolation,
        Cgroups cgroups,
        String bootId) {
    static String readBootId() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    }
}
