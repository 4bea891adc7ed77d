package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Parameter;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.terminal.Output;
import dev.bookend.cli.terminal.TableText;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.yaml.YamlText;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `bookend get`: what there is, as the server shows it.
public final class GetCommand implements ApiVerb {
    private static final Option<String> SELECTOR =
            Option.text("-l --selector", "SELECTOR", "Only objects with these labels.");
    private static final Option<String> EVERYWHERE =
            Option.flag("-A --all-namespaces", "In all namespaces.");
    private static final Option<String> WATCH =
            Option.flag("-w --watch", "Then go on with every change, until interrupted.");
    private static final Option<Format> FORMAT =
            Option.of(
                    "-o --output",
                    "FORMAT",
                    Reading.choice(Format.class),
                    "text (default), wide, name, json or yaml.");

    /// How objects are shown.
    enum Format {
        TEXT,
        WIDE,
        NAME,
        JSON,
        YAML
    }

    /// How one command line wants objects to be shown.
    private record View(Format format, ApiPaths kind, Output out, TableText table) {
        static View of(Terminal terminal, Given given, ApiPaths kind) {
            var format = given.value(FORMAT, Format.TEXT);
            var table = new TableText(terminal.out(), format == Format.WIDE, given.has(EVERYWHERE));
            return new View(format, kind, terminal.out(), table);
        }

        String accept() {
            return switch (format) {
                case TEXT, WIDE -> ApiClient.TABLE;
                case NAME, JSON, YAML -> "application/json";
            };
        }

        /// @return whether there was anything
        boolean show(Json answer) {
            switch (format) {
                case JSON -> out.line(answer.line());
                case YAML -> out.line(YamlText.of(answer).stripTrailing());
                case NAME -> names(answer);
                case TEXT, WIDE -> {
                    return table.print(answer);
                }
            }
            return true;
        }

        private void names(Json answer) {
            var items = answer.field("items").map(Json::elements).orElse(List.of(answer));
            for (var item : items) {
                out.line("%s/%s".formatted(kind.plural(), ApiWatch.text(item, "name")));
            }
        }
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("get", "Show objects: pods, events, configmaps and others.")
                .taking(
                        Parameter.one("KIND", "pods, events, configmaps, secrets, nodes, crr, …"),
                        Parameter.optional("NAME", "Only this one."))
                .with(ApiOptions.ALL)
                .with(SELECTOR, EVERYWHERE, WATCH, FORMAT)
                .closing("Exit code 1 if it is not there, or nobody serves.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var kind = ApiPaths.of(given.words().getFirst());
        var namespace = ApiPaths.namespace(given, client);
        var view = View.of(terminal, given, kind);
        if (given.has(WATCH)) {
            return watch(client, watched(given, kind, namespace), view);
        }
        var path = path(given, kind, namespace);
        var answer = client.get(path, view.accept());
        if (!view.show(answer)) {
            terminal.err().line("No resources found.");
        }
        return ExitCode.OK;
    }

    private static String path(Given given, ApiPaths kind, String namespace) {
        if (given.words().size() > 1) {
            return kind.one(namespace, given.words().get(1));
        }
        var selector = given.value(SELECTOR).map(ApiPaths::encoded);
        return all(given, kind, namespace) + selector.map("?labelSelector="::concat).orElse("");
    }

    private static String all(Given given, ApiPaths kind, String namespace) {
        return kind.all(given.has(EVERYWHERE) ? Optional.empty() : Optional.of(namespace));
    }

    /// One object is watched as a list of one.
    private static String watched(Given given, ApiPaths kind, String namespace) {
        if (given.words().size() == 1) {
            return path(given, kind, namespace);
        }
        var selector = ApiPaths.encoded("metadata.name=" + given.words().get(1));
        return all(given, kind, namespace) + "?fieldSelector=" + selector;
    }

    /// A watch begins with all that is there.
    private static ExitCode watch(ApiClient client, String path, View view)
            throws ApiError, IOException, InterruptedException {
        try (var watch = ApiWatch.open(client, path, view.accept())) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                view.show(event.get().object());
                view.out().refuseIfClosed();
            }
        }
        throw new IOException("the server ended the watch; ask again");
    }
}
