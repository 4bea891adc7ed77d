package dev.bookend.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

import java.util.Optional;
import java.util.concurrent.Callable;

/// Says which version this is.
@Command(name = "version", description = "Prints the version.")
final class Version implements Callable<Integer> {
    @Override
    public Integer call() {
        System.out.println(line());
        return ExitCode.OK.number();
    }

    private static String line() {
        var built = Optional.ofNullable(Version.class.getPackage().getImplementationVersion());
        return "bookend " + built.orElse("(not packaged)");
    }

    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {line()};
        }
    }
}
