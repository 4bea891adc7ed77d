package dev.bookend.runtime.process.cgroup;

import dev.bookend.runtime.Limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// One tree of control groups in which groups can be made: a controller's own in version 1, all of
/// them together in version 2.
public record Hierarchy(Path base, List<String> controllers, boolean unified) {
    private static final long PERIOD = 100_000;
    private static final long WHOLE = 1000;
    private static final long LEAST_QUOTA = 1000;
    private static final long LEAST_SHARES = 2;
    private static final long MOST_SHARES = 262_144;
    private static final long MOST_WEIGHT = 10_000;

    public Path pod(String uid) {
        return base.resolve(uid);
    }

    /// Makes a group below a pod's, and writes its limits.
    void make(String uid, Path group, Limits limits) throws IOException {
        Files.createDirectories(pod(uid));
        if (unified) {
            enable(base);
            enable(pod(uid));
        }
        Files.createDirectories(group);
        if (controllers.contains("memory")) memory(group, limits);
        if (controllers.contains("cpu")) cpu(group, limits);
    }

    private void enable(Path parent) throws IOException {
        for (var controller : controllers) {
            Files.writeString(parent.resolve("cgroup.subtree_control"), "+" + controller);
        }
    }

    /// Swap would only delay the end.
    private void memory(Path group, Limits limits) throws IOException {
        if (limits.memory().isEmpty()) return;
        var bytes = limits.memory().get().toString();
        Files.writeString(group.resolve(unified ? "memory.max" : "memory.limit_in_bytes"), bytes);
        var swap = group.resolve(unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
        if (Files.exists(swap)) Files.writeString(swap, unified ? "0" : bytes);
    }

    private void cpu(Path group, Limits limits) throws IOException {
        if (limits.cpu().isPresent()) quota(group, limits.cpu().get());
        if (limits.cpuShare().isPresent()) share(group, limits.cpuShare().get());
    }

    private void quota(Path group, long millis) throws IOException {
        var quota = Math.max(LEAST_QUOTA, millis * PERIOD / WHOLE);
        if (unified) {
            Files.writeString(group.resolve("cpu.max"), "%d %d".formatted(quota, PERIOD));
        } else {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        }
    }

    private void share(Path group, long millis) throws IOException {
        var shares = Math.clamp(millis * 1024 / WHOLE, LEAST_SHARES, MOST_SHARES);
        var weight = 1 + (shares - LEAST_SHARES) * (MOST_WEIGHT - 1) / (MOST_SHARES - LEAST_SHARES);
        Files.writeString(
                group.resolve(unified ? "cpu.weight" : "cpu.shares"),
                Long.toString(unified ? weight : shares));
    }
}
