package dev.bookend.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The streams that a verb reads and writes, and whether each may be coloured.
///
/// @param out results
/// @param err problems and progress
public record Terminal(InputStream in, Output out, Output err) {
    private static final int OUT = 1;
    private static final int ERR = 2;

    /// The streams of this process, in UTF-8 whatever the locale says.
    public static Terminal ofProcess() {
        var wanted = System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
        var able = draws(System.getenv());
        return new Terminal(
                System.in,
                output(FileDescriptor.out, able && isTerminal(OUT), wanted),
                output(FileDescriptor.err, able && isTerminal(ERR), wanted));
    }

    /// Whether the terminal is one that can do more than print lines.
    public static boolean draws(Map<String, String> env) {
        return !env.getOrDefault("TERM", "").equals("dumb");
    }

    private static Output output(FileDescriptor descriptor, boolean live, boolean coloured) {
        return new Output(stream(descriptor), live && coloured, live);
    }

    public Terminal withoutColour() {
        return new Terminal(in, out.withoutColour(), err.withoutColour());
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /// Asks the kernel by a link, because the JDK's console costs a noticeable part of our start.
    private static boolean isTerminal(int descriptor) {
        try {
            var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
    }
}
