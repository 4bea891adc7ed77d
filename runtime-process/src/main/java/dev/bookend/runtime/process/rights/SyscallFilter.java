package dev.bookend.runtime.process.rights;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The system calls that a container with the profile `RuntimeDefault` may not make, as a program
/// for the kernel: those that Docker's default profile denies because of what they do, unless the
/// container has the capability for them.
public final class SyscallFilter {
    /// Name, number on x86-64 and on arm64 (- if there is none), and the capabilities of which any
    /// one allows it (- if none does).
    private static final String DENIED =
            """
            acct 163 89 SYS_PACCT
            add_key 248 217 -
            bpf 321 280 SYS_ADMIN,BPF
            chroot 161 51 SYS_CHROOT
            clock_settime 227 112 SYS_TIME
            create_module 174 - -
            delete_module 176 106 SYS_MODULE
            fanotify_init 300 262 SYS_ADMIN
            finit_module 313 273 SYS_MODULE
            fsconfig 431 431 SYS_ADMIN
            fsmount 432 432 SYS_ADMIN
            fsopen 430 430 SYS_ADMIN
            fspick 433 433 SYS_ADMIN
            get_kernel_syms 177 - -
            get_mempolicy 239 236 SYS_NICE
            init_module 175 105 SYS_MODULE
            io_uring_enter 426 426 -
            io_uring_register 427 427 -
            io_uring_setup 425 425 -
            ioperm 173 - SYS_RAWIO
            iopl 172 - SYS_RAWIO
            kcmp 312 272 SYS_PTRACE
            kexec_file_load 320 294 -
            kexec_load 246 104 -
            keyctl 250 219 -
            lookup_dcookie 212 18 SYS_ADMIN
            mbind 237 235 SYS_NICE
            mount 165 40 SYS_ADMIN
            mount_setattr 442 442 SYS_ADMIN
            move_mount 429 429 SYS_ADMIN
            move_pages 279 239 -
            nfsservctl 180 42 -
            open_by_handle_at 304 265 DAC_READ_SEARCH
            open_tree 428 428 SYS_ADMIN
            perf_event_open 298 241 SYS_ADMIN,PERFMON
            pidfd_getfd 438 438 SYS_PTRACE
            pivot_root 155 41 -
            query_module 178 - -
            quotactl 179 60 SYS_ADMIN
            quotactl_fd 443 443 SYS_ADMIN
            reboot 169 142 SYS_BOOT
            request_key 249 218 -
            set_mempolicy 238 237 SYS_NICE
            setdomainname 171 162 SYS_ADMIN
            sethostname 170 161 SYS_ADMIN
            setns 308 268 SYS_ADMIN
            settimeofday 164 170 SYS_TIME
            swapoff 168 225 -
            swapon 167 224 -
            sysfs 139 - -
            syslog 103 116 SYS_ADMIN,SYSLOG
            umount2 166 39 SYS_ADMIN
            unshare 272 97 SYS_ADMIN
            uselib 134 - -
            userfaultfd 323 282 -
            ustat 136 - -
            vhangup 153 58 SYS_TTY_CONFIG
            """;

    private static final int LOAD = 0x20;
    private static final int EQUAL = 0x15;
    private static final int AT_LEAST = 0x35;
    private static final int ANY_BIT = 0x45;
    private static final int RETURN = 0x06;
    private static final int NUMBER_AT = 0;
    private static final int MACHINE_AT = 4;
    private static final int FIRST_ARGUMENT_AT = 16;
    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int FAIL_EPERM = 0x00050001;
    private static final int FAIL_ENOSYS = 0x00050026;
    private static final int OTHER_WORD_SIZE = 0x40000000;
    private static final int NEW_NAMESPACES = 0x7e020000;
    private static final int CLONE3 = 435;

    private final Kind kind;
    private final ByteBuffer program = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);

    private SyscallFilter(Kind kind) {
        this.kind = kind;
    }

    private enum Kind {
        X86_64(1, 0xc000003e, 56),
        ARM64(2, 0xc00000b7, 220);

        private final int column;
        private final int machine;
        private final int clone;

        Kind(int column, int machine, int clone) {
            this.column = column;
            this.machine = machine;
            this.clone = clone;
        }
    }

    /// The program in hexadecimal digits; empty if this kind of machine is not known.
    ///
    /// @param machine as Java names it
    /// @param capabilities those that the container has
    public static Optional<String> of(String machine, long capabilities) {
        return switch (machine.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" ->
                    Optional.of(new SyscallFilter(Kind.X86_64).made(capabilities));
            case "aarch64" -> Optional.of(new SyscallFilter(Kind.ARM64).made(capabilities));
            default -> Optional.empty();
        };
    }

    private String made(long capabilities) {
        add(LOAD, 0, 0, MACHINE_AT);
        add(EQUAL, 1, 0, kind.machine);
        add(RETURN, 0, 0, KILL);
        add(LOAD, 0, 0, NUMBER_AT);
        if (kind == Kind.X86_64) deny(AT_LEAST, OTHER_WORD_SIZE);
        numbers(capabilities).forEach(number -> deny(EQUAL, number));
        if ((capabilities & Capabilities.bits(List.of("SYS_ADMIN"))) == 0) namespaces();
        add(RETURN, 0, 0, ALLOW);
        var bytes = Arrays.copyOf(program.array(), program.position());
        return HexFormat.of().formatHex(bytes);
    }

    private List<Integer> numbers(long capabilities) {
        return DENIED.lines()
                .map(line -> line.split(" ", -1))
                .filter(parts -> !parts[kind.column].equals("-"))
                .filter(parts -> !isAllowed(parts[3], capabilities))
                .map(parts -> Integer.parseInt(parts[kind.column]))
                .toList();
    }

    private static boolean isAllowed(String by, long capabilities) {
        var names = Arrays.asList(by.split(",", -1));
        return !by.equals("-") && (Capabilities.bits(names) & capabilities) != 0;
    }

    /// The new call hides its flags in memory; C libraries take the old one where it is missing.
    private void namespaces() {
        add(EQUAL, 0, 1, CLONE3);
        add(RETURN, 0, 0, FAIL_ENOSYS);
        add(EQUAL, 0, 3, kind.clone);
        add(LOAD, 0, 0, FIRST_ARGUMENT_AT);
        add(ANY_BIT, 0, 1, NEW_NAMESPACES);
        add(RETURN, 0, 0, FAIL_EPERM);
    }

    private void deny(int comparison, int value) {
        add(comparison, 0, 1, value);
        add(RETURN, 0, 0, FAIL_EPERM);
    }

    /// @param yes how many instructions are left out if a comparison holds
    /// @param no how many if it does not
    private void add(int code, int yes, int no, int value) {
        program.putShort((short) code).put((byte) yes).put((byte) no).putInt(value);
    }
}
