package dev.bookend.runtime.process.rights;

import dev.bookend.runtime.ProcessRights;

import java.util.List;
import java.util.Locale;

/// Linux capabilities as a set of bits.
public final class Capabilities {
    private static final List<String> NAMES =
            List.of(
                    "CHOWN",
                    "DAC_OVERRIDE",
                    "DAC_READ_SEARCH",
                    "FOWNER",
                    "FSETID",
                    "KILL",
                    "SETGID",
                    "SETUID",
                    "SETPCAP",
                    "LINUX_IMMUTABLE",
                    "NET_BIND_SERVICE",
                    "NET_BROADCAST",
                    "NET_ADMIN",
                    "NET_RAW",
                    "IPC_LOCK",
                    "IPC_OWNER",
                    "SYS_MODULE",
                    "SYS_RAWIO",
                    "SYS_CHROOT",
                    "SYS_PTRACE",
                    "SYS_PACCT",
                    "SYS_ADMIN",
                    "SYS_BOOT",
                    "SYS_NICE",
                    "SYS_RESOURCE",
                    "SYS_TIME",
                    "SYS_TTY_CONFIG",
                    "MKNOD",
                    "LEASE",
                    "AUDIT_WRITE",
                    "AUDIT_CONTROL",
                    "SETFCAP",
                    "MAC_OVERRIDE",
                    "MAC_ADMIN",
                    "SYSLOG",
                    "WAKE_ALARM",
                    "BLOCK_SUSPEND",
                    "AUDIT_READ",
                    "PERFMON",
                    "BPF",
                    "CHECKPOINT_RESTORE");

    /// What containerd gives a container that asks for nothing.
    private static final List<String> USUAL =
            List.of(
                    "CHOWN",
                    "DAC_OVERRIDE",
                    "FSETID",
                    "FOWNER",
                    "MKNOD",
                    "NET_RAW",
                    "SETGID",
                    "SETUID",
                    "SETFCAP",
                    "SETPCAP",
                    "NET_BIND_SERVICE",
                    "SYS_CHROOT",
                    "KILL",
                    "AUDIT_WRITE");

    /// With one of these a container takes away whatever hides Bookend's own files from it: it
    /// unmounts, traces its init, opens files by their number, or reads the machine's memory.
    private static final List<String> UNHIDING =
            List.of(
                    "SYS_ADMIN",
                    "SYS_PTRACE",
                    "DAC_READ_SEARCH",
                    "SYS_MODULE",
                    "SYS_RAWIO",
                    "SYS_BOOT",
                    "PERFMON",
                    "BPF");

    private Capabilities() {}

    /// Those of a container that would show it what is hidden from it. A privileged one has them
    /// all, and is meant to.
    static List<String> unhiding(ProcessRights rights) {
        if (rights.privileged()) return List.of();
        var given = of(rights);
        return UNHIDING.stream().filter(each -> (given & bit(each)) != 0).toList();
    }

    public static long of(ProcessRights rights) {
        if (rights.privileged()) return -1;
        var dropped = bits(rights.droppedCapabilities());
        return (bits(USUAL) & ~dropped) | bits(rights.addedCapabilities());
    }

    static long bits(List<String> names) {
        return names.stream().mapToLong(Capabilities::bit).reduce(0, (all, bit) -> all | bit);
    }

    /// A name that this kernel generation does not know gives nothing.
    private static long bit(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        if (upper.equals("ALL")) return -1;
        var index = NAMES.indexOf(upper.startsWith("CAP_") ? upper.substring(4) : upper);
        return index < 0 ? 0 : 1L << index;
    }
}
