package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.client.ExecCall;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.RawTerminal;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.runtime.TerminalSize;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// `bookend exec`: a command inside a running container.
public final class ExecCommand implements ApiVerb {
    private static final Option<String> CONTAINER =
            Option.text("-c --container", "NAME", "Which container, if there are several.");
    private static final Option<String> INPUT =
            Option.flag("-i --stdin", "Hand on standard input.");
    private static final Option<String> TTY =
            Option.flag("-t --tty", "Give the command this terminal; -it for a shell.");

    @Override
    public Syntax syntax() {
        return Syntax.of("exec", "Run a command inside a running container.")
                .taking(
                        Parameter.one("POD", "The pod's name."),
                        Parameter.oneOrMore("COMMAND", "After --, the command and its arguments."))
                .with(ApiOptions.ALL)
                .with(CONTAINER, INPUT, TTY)
                .closing("The exit code is the command's, or 1 if it could not run.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var query = new ArrayList<String>();
        var words = given.words();
        words.subList(1, words.size()).forEach(it -> query.add("command=" + ApiPaths.encoded(it)));
        given.value(CONTAINER).ifPresent(it -> query.add("container=" + ApiPaths.encoded(it)));
        query.add("stdout=true&" + (given.has(TTY) ? "tty=true" : "stderr=true"));
        if (given.has(INPUT)) {
            query.add("stdin=true");
        }
        var pod = ApiPaths.of(PodWord.name(given, client.namespace()));
        var path = pod + "/exec?" + String.join("&", query);
        var code =
                given.has(TTY)
                        ? onTerminal(terminal, given, client, path)
                        : call(terminal, given, client, path, new LinkedBlockingQueue<>());
        if (code != 0) {
            terminal.err().line("bookend exec: the command ended with code %d".formatted(code));
        }
        return new ExitCode(code);
    }

    private static int onTerminal(Terminal terminal, Given given, ApiClient client, String path)
            throws ApiError, IOException, InterruptedException {
        try (var raw = RawTerminal.enter()) {
            return call(terminal, given, client, path, raw.sizes());
        }
    }

    private static int call(
            Terminal terminal,
            Given given,
            ApiClient client,
            String path,
            BlockingQueue<TerminalSize> sizes)
            throws ApiError, IOException, InterruptedException {
        var streams =
                new ExecCall.Streams(
                        terminal.in(), terminal.out().bytes(), terminal.err().bytes(), sizes);
        return ExecCall.run(client, path, streams, given.has(INPUT));
    }
}
