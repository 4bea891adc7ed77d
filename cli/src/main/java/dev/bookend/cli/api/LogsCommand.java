package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `bookend logs`: what a container printed.
public final class LogsCommand implements ApiVerb {
    private static final Option<String> CONTAINER =
            Option.text("-c --container", "NAME", "Which container, if there are several.");
    private static final Option<String> FOLLOW = Option.flag("-f --follow", "Go on until it ends.");
    private static final Option<String> PREVIOUS =
            Option.flag("-p --previous", "Of the run before the present one.");
    private static final Option<String> TIMES =
            Option.flag("--timestamps", "With the time of each line.");
    private static final Option<Long> TAIL =
            Option.of("--tail", "LINES", Reading.LONG, "Only the last so many lines.");
    private static final Option<Long> SINCE =
            Option.of("--since", "SECONDS", Reading.LONG, "Only the last so many seconds.");

    @Override
    public Syntax syntax() {
        return Syntax.of("logs", "Print what a container printed.")
                .taking(Parameter.one("POD", "The pod's name."))
                .with(ApiOptions.ALL)
                .with(CONTAINER, FOLLOW, PREVIOUS, TIMES, TAIL, SINCE)
                .closing("Exit code 1 if there is no such log.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var query = new ArrayList<String>();
        given.value(CONTAINER).ifPresent(it -> query.add("container=" + ApiPaths.encoded(it)));
        given.value(TAIL).ifPresent(it -> query.add("tailLines=" + it));
        given.value(SINCE).ifPresent(it -> query.add("sinceSeconds=" + it));
        for (var flag : List.of(FOLLOW, PREVIOUS, TIMES)) {
            if (given.has(flag)) {
                query.add(flag.name().substring(2) + "=true");
            }
        }
        var pod = ApiPaths.of(PodWord.name(given, client.namespace()));
        try (var log = client.stream("GET", pod + "/log?" + String.join("&", query))) {
            log.transferTo(terminal.out().bytes());
        }
        return ExitCode.OK;
    }
}
