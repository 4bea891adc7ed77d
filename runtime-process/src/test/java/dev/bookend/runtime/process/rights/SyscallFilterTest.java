package dev.bookend.runtime.process.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.runtime.ProcessRights;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;

/// What the filter of `RuntimeDefault` answers to a system call, as the kernel would run it.
class SyscallFilterTest {
    private static final long ALLOW = 0x7fff0000L;
    private static final long KILL = 0x80000000L;
    private static final long EPERM = 0x00050001L;
    private static final long ENOSYS = 0x00050026L;
    private static final int X86_64 = 0xc000003e;
    private static final int ARM64 = 0xc00000b7;
    private static final int I386 = 0x40000003;
    private static final long USUAL = Capabilities.of(ProcessRights.DEFAULT);

    private static long answer(String machine, long capabilities, int kind, int number, int first) {
        var code = HexFormat.of().parseHex(SyscallFilter.of(machine, capabilities).orElseThrow());
        var program = ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN);
        var call = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        call.putInt(0, number).putInt(4, kind).putInt(16, first);
        var loaded = 0;
        while (true) {
            var operation = program.getShort();
            var yes = program.get();
            var no = program.get();
            var value = program.getInt();
            if (operation == 0x06) return Integer.toUnsignedLong(value);
            if (operation == 0x20) {
                loaded = call.getInt(value);
                continue;
            }
            program.position(program.position() + 8 * (holds(operation, loaded, value) ? yes : no));
        }
    }

    private static boolean holds(int operation, int loaded, int value) {
        return switch (operation) {
            case 0x15 -> loaded == value;
            case 0x35 -> Integer.compareUnsigned(loaded, value) >= 0;
            case 0x45 -> (loaded & value) != 0;
            default -> throw new AssertionError("an operation that is not used: " + operation);
        };
    }

    private static long x86(int number) {
        return answer("amd64", USUAL, X86_64, number, 0);
    }

    @ParameterizedTest
    @CsvSource({"0, read", "1, write", "59, execve", "101, ptrace", "161, chroot", "57, fork"})
    void ordinaryCallsAreAllowed(int number, String name) {
        assertThat(x86(number)).as(name).isEqualTo(ALLOW);
    }

    @ParameterizedTest
    @CsvSource({
        "165, mount",
        "166, umount2",
        "155, pivot_root",
        "246, kexec_load",
        "175, init_module",
        "250, keyctl",
        "321, bpf",
        "298, perf_event_open",
        "323, userfaultfd",
        "169, reboot",
        "167, swapon",
        "164, settimeofday",
        "304, open_by_handle_at",
        "308, setns",
        "272, unshare",
        "425, io_uring_setup",
        "442, mount_setattr"
    })
    void dangerousCallsAreDenied(int number, String name) {
        assertThat(x86(number)).as(name).isEqualTo(EPERM);
        assertThat(x86(number | 0x40000000)).as(name + " of x32").isEqualTo(EPERM);
    }

    @Test
    void anotherMachinesCallsEndTheProcess() {
        assertThat(answer("amd64", USUAL, I386, 1, 0)).isEqualTo(KILL);
    }

    @Test
    void processesAreMadeButNoNamespaces() {
        assertThat(answer("amd64", USUAL, X86_64, 56, 0x01200011)).isEqualTo(ALLOW);
        assertThat(answer("amd64", USUAL, X86_64, 56, 0x10000011)).isEqualTo(EPERM);
        assertThat(answer("aarch64", USUAL, ARM64, 220, 0x10000011)).isEqualTo(EPERM);
        assertThat(x86(435)).isEqualTo(ENOSYS);
    }

    @Test
    void aCapabilityAllowsItsCalls() {
        var admin = USUAL | Capabilities.bits(List.of("SYS_ADMIN"));
        for (var number : List.of(165, 272, 56, 435)) {
            assertThat(answer("amd64", admin, X86_64, number, 0x10000011)).isEqualTo(ALLOW);
        }
        assertThat(answer("amd64", admin, X86_64, 246, 0)).isEqualTo(EPERM);
        assertThat(answer("amd64", 0, X86_64, 161, 0)).as("chroot").isEqualTo(EPERM);
    }

    @Test
    void armHasNumbersOfItsOwn() {
        assertThat(answer("aarch64", USUAL, ARM64, 40, 0)).as("mount").isEqualTo(EPERM);
        assertThat(answer("aarch64", USUAL, ARM64, 165, 0)).as("getrusage").isEqualTo(ALLOW);
    }

    @Test
    void anUnknownMachineHasNone() {
        assertThat(SyscallFilter.of("riscv64", USUAL)).isEmpty();
    }
}
