package dev.bookend.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.Optional;
import java.util.concurrent.Callable;

/// `bookend version`.
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin private final CommonOptions common = new CommonOptions();

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        common.apply(terminal).out().line(sentence());
        return ExitCode.OK.number();
    }

    private static String sentence() {
        var built =
                Optional.ofNullable(VersionCommand.class.getPackage().getImplementationVersion());
        return "bookend " + built.orElse("(not packaged)");
    }
}
