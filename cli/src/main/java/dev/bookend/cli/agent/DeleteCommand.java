package dev.bookend.cli.agent;

import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.life.PodDeletion;
import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.api.ApiDeletion;
import dev.bookend.cli.api.ApiOptions;
import dev.bookend.cli.api.ApiPaths;
import dev.bookend.cli.api.PodWord;
import dev.bookend.cli.live.Names;
import dev.bookend.cli.live.PlainReport;
import dev.bookend.cli.live.Printing;
import dev.bookend.cli.syntax.Command;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.util.List;

/// `bookend delete`: ends a pod in order, whoever runs it; or deletes another object of an API.
public final class DeleteCommand implements Command {
    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "delete",
                        "End a pod in order, also one whose bookend died, and wait for its end.")
                .taking(
                        Parameter.one("POD", "The pod's name, or namespace/name; or a kind."),
                        Parameter.optional("NAME", "After a kind: the object's name."))
                .with(AgentOptions.ALL)
                .with(ApiOptions.CLUSTER)
                .closing(
                        "The agent deletes what it serves; a pod of bookend run is ended beside"
                                + " it.",
                        "Exit code 0 if it is gone, 1 if it is not or was not there.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given) throws IOException, InterruptedException {
        var api = ApiOptions.of(given);
        var named = given.words().size() > 1;
        try {
            if (!named && !api.isServed()) {
                return end(terminal, given, PodWord.name(given));
            }
            try (var client = api.open()) {
                return named
                        ? deleteNamed(terminal, given, client)
                        : deletePod(terminal, given, client);
            }
        } catch (ApiError | IOException failure) {
            terminal.err().line("bookend delete: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static ExitCode deleteNamed(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var kind = ApiPaths.of(given.words().getFirst());
        var name = given.words().get(1);
        delete(given, new ApiDeletion(client, kind, ApiPaths.namespace(given, client), name));
        terminal.out().line("%s/%s deleted".formatted(kind.plural(), name));
        return ExitCode.OK;
    }

    private static void delete(Given given, ApiDeletion deletion)
            throws ApiError, IOException, InterruptedException {
        deletion.delete(AgentOptions.of(given).grace());
    }

    /// A pod that this machine's agent does not know may be one of `bookend run`.
    private static ExitCode deletePod(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var name = PodWord.name(given, client.namespace());
        var deletion = new ApiDeletion(client, ApiPaths.of("pods"), name.namespace(), name.name());
        if (ApiOptions.of(given).isLocal() && deletion.object().isEmpty()) {
            return end(terminal, given, name);
        }
        delete(given, deletion);
        terminal.out().line("pod %s deleted".formatted(name));
        return ExitCode.OK;
    }

    private static ExitCode end(Terminal terminal, Given given, PodName name)
            throws IOException, InterruptedException {
        var options = AgentOptions.of(given);
        var deletion = new PodDeletion(options.state(), name, options.grace());
        var names = new Names(terminal.out(), List.of());
        try (var printing = new Printing(new PlainReport(terminal.out(), names));
                var place = new LazyPlace(options)) {
            var outcome = deletion.delete(place::open, printing, printing::say);
            printing.say("pod %s %s".formatted(name, words(outcome)));
            return ExitCode.OK;
        } catch (PodRefused refusal) {
            terminal.err().line("bookend delete: " + refusal.getMessage());
            var unable = refusal.kind() == PodRefused.Kind.UNABLE;
            return unable ? ExitCode.UNABLE : ExitCode.FAILED;
        }
    }

    private static String words(PodDeletion.Outcome outcome) {
        return switch (outcome) {
            case ENDED_BY_OWNER, ENDED_BY_US -> "deleted";
            case HAD_ENDED -> "had ended already";
        };
    }
}
