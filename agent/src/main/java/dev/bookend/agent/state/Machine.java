package dev.bookend.agent.state;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The facts of this machine that pods ask for.
public final class Machine {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path FRESH_ID = Path.of("/proc/sys/kernel/random/uuid");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path USERS = Path.of("/etc/passwd");
    private static final String LOOPBACK = "127.0.0.1";
    private static final int UID = 2;
    private static final long KIBI = 1024;
    private static final int HOME = 5;

    private Machine() {}

    /// New with every start of the machine.
    public static String boot() throws IOException {
        return Files.readString(BOOT).strip();
    }

    /// The kernel's own, because the JDK's needs a while to get ready.
    public static String freshId() throws IOException {
        return Files.readString(FRESH_ID).strip();
    }

    public static String name() {
        return read(NAME).findFirst().map(String::strip).orElse("localhost");
    }

    /// The address under which other machines may see this one, the loopback's if there is none.
    public static String address() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(Machine::isOutside)
                    .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(Inet4Address.class::isInstance)
                    .map(InetAddress::getHostAddress)
                    .findFirst()
                    .orElse(LOOPBACK);
        } catch (SocketException _) {
            return LOOPBACK;
        }
    }

    private static boolean isOutside(NetworkInterface each) {
        try {
            return each.isUp() && !each.isLoopback() && !each.isPointToPoint();
        } catch (SocketException _) {
            return false;
        }
    }

    /// The home directory that the machine's list of users gives to a user, else `/`.
    public static String home(long user) {
        return read(USERS)
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > HOME)
                .filter(fields -> fields[UID].equals(String.valueOf(user)))
                .map(fields -> fields[HOME])
                .findFirst()
                .orElse("/");
    }

    /// Somebody in the machine's list of users.
    record User(String name, long id, String home) {}

    static List<User> users() {
        return read(USERS)
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > HOME && fields[UID].matches("[0-9]{1,10}"))
                .filter(fields -> fields[HOME].startsWith("/"))
                .map(it -> new User(it[0], Long.parseLong(it[UID]), it[HOME]))
                .toList();
    }

    /// How much of a resource there is.
    public static Optional<BigDecimal> capacity(String resource) {
        return switch (resource) {
            case "cpu" -> Optional.of(BigDecimal.valueOf(processors()));
            case "memory" -> Optional.of(BigDecimal.valueOf(memory()));
            case "ephemeral-storage" -> Optional.of(BigDecimal.valueOf(disk()));
            default -> Optional.empty();
        };
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static long memory() {
        return read(Path.of("/proc/meminfo"))
                .filter(line -> line.startsWith("MemTotal:"))
                .map(line -> Long.parseLong(line.split("\\s+", -1)[1]) * KIBI)
                .findFirst()
                .orElse(0L);
    }

    private static long disk() {
        try {
            return Files.getFileStore(Path.of("/")).getTotalSpace();
        } catch (IOException _) {
            return 0;
        }
    }

    /// Whom the agent itself runs as.
    public static long user() {
        return read(Path.of("/proc/self/status"))
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> Long.parseLong(line.split("\\s+", -1)[1]))
                .findFirst()
                .orElse(0L);
    }

    private static Stream<String> read(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException _) {
            return Stream.empty();
        }
    }
}
