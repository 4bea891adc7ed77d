package dev.bookend.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/// The program: hands the command line to a verb and ends with its exit code.
@Command(
        name = "bookend",
        description = "Ordered life for the containers of a pod.",
        subcommands = {Version.class, HelpCommand.class},
        synopsisSubcommandLabel = "VERB",
        mixinStandardHelpOptions = true,
        versionProvider = Version.Provider.class)
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /// Runs one command without ending the JVM.
    static int run(String... args) {
        return commandLine().execute(args.length == 0 ? new String[] {"help"} : args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }
}
