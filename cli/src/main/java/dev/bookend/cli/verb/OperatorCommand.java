package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.operator.OperatorMain;

import java.io.IOException;

/// `bookend operator`: the part of Bookend that serves a cluster, as its image does.
final class OperatorCommand implements Command {
    @Override
    public Syntax syntax() {
        return Syntax.of("operator", "Serve a cluster: admission and launch order of its pods.")
                .closing(
                        "The chart in deploy/chart runs this as pods and sets all it needs to"
                                + " know.",
                        "Elsewhere, the environment names the API server: BOOKEND_SERVER (an https"
                                + " address), BOOKEND_TOKEN and BOOKEND_CA (files).",
                        "BOOKEND_LISTEN and BOOKEND_LISTEN_HEALTH are its ports (8443 and 8080).",
                        "Exit code 3 if it cannot start.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws InterruptedException {
        try {
            OperatorMain.serve(System.getenv());
            return ExitCode.OK;
        } catch (IOException failure) {
            terminal.err().line("bookend operator: " + failure.getMessage());
            return ExitCode.UNABLE;
        }
    }
}
