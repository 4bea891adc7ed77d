package dev.bookend.agent.container;

import dev.bookend.agent.environment.StartRefused;
import dev.bookend.lifecycle.pod.ContainerSpec;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Who listens on this machine's TCP ports. The network is the machine's own, so another pod's
/// listener would answer our probes and open our gates.
public final class ListeningPorts {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final Path PROCESSES = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningPorts() {}

    /// Refuses a container one of whose declared ports has a listener.
    public static void check(ContainerSpec container) throws StartRefused {
        for (var port : container.ports()) {
            var inode =
                    port.protocol().equals("TCP") ? inode(port.port()) : Optional.<String>empty();
            if (inode.isPresent()) {
                throw new StartRefused(
                        "port %d is taken by %s; stop that, or give container %s another port"
                                .formatted(port.port(), owner(inode.get()), container.name()));
            }
        }
    }

    private static Optional<String> inode(int port) {
        var ending = ":%04X".formatted(port);
        return TABLES.stream()
                .flatMap(ListeningPorts::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > INODE)
                .filter(words -> words[LOCAL].endsWith(ending) && words[STATE].equals(LISTENING))
                .map(words -> words[INODE])
                .findFirst();
    }

    private static String owner(String inode) {
        var socket = "socket:[" + inode + "]";
        try (var processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (var process : processes) {
                if (holds(process, socket)) {
                    return "pid %s (%s)".formatted(process.getFileName(), program(process));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // The list of processes cannot be read; the port is taken all the same.
        }
        return "a process that cannot be seen";
    }

    private static boolean holds(Path process, String socket) {
        try (var files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (var file : files) {
                if (Files.readSymbolicLink(file).toString().equals(socket)) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // The process has gone, or is another user's.
        }
        return false;
    }

    private static String program(Path process) {
        return lines(process.resolve("comm")).findFirst().orElse("unknown").strip();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException _) {
            return Stream.empty();
        }
    }
}
