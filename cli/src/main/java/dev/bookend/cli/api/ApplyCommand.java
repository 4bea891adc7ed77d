package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.input.InputFiles;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Syntax;
import dev.bookend.cli.syntax.UsageProblem;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.read.ManifestFile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// `bookend apply`: creates objects, or changes them to what files say.
public final class ApplyCommand implements ApiVerb {
    private static final Option<String> FILES =
            Option.list("-f --filename", "FILE", "YAML or JSON files; - is standard input.");
    private static final int NOT_FOUND = 404;
    private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    @Override
    public Syntax syntax() {
        return Syntax.of("apply", "Create objects, or change them to what files say.")
                .with(ApiOptions.ALL)
                .with(FILES)
                .closing("Exit code 2 if a file cannot be read, 1 if an object is refused.");
    }

    @Override
    public ExitCode run(Terminal terminal, Given given, ApiClient client)
            throws ApiError, IOException, InterruptedException {
        var files = given.all(FILES);
        if (files.isEmpty()) {
            throw new UsageProblem("-f FILE is missing");
        }
        var objects = new ArrayList<Json.Obj>();
        for (var file : new InputFiles(terminal.in(), files)) {
            for (var finding : file.findings()) {
                if (finding.finding().isError()) {
                    var says = finding.finding().sentence();
                    terminal.err().line("bookend apply: %s: %s".formatted(file.name(), says));
                    return ExitCode.USAGE;
                }
            }
            objects.addAll(objects(file));
        }
        for (var object : objects) {
            apply(terminal, given, client, object);
        }
        return ExitCode.OK;
    }

    private static List<Json.Obj> objects(ManifestFile file) {
        var all = new ArrayList<Json.Obj>();
        file.others().forEach(it -> all.add((Json.Obj) it.json()));
        file.pods().forEach(it -> all.add((Json.Obj) it.json()));
        return all;
    }

    private static void apply(Terminal terminal, Given given, ApiClient client, Json.Obj object)
            throws ApiError, IOException, InterruptedException {
        var kind = ApiPaths.of(object.text("kind").orElse(""));
        var name = object.at("metadata", "name").flatMap(Json::text).orElse("");
        var namespace =
                object.at("metadata", "namespace")
                        .flatMap(Json::text)
                        .orElse(ApiPaths.namespace(given, client));
        var path = kind.one(namespace, name);
        var shown = "%s/%s".formatted(kind.plural(), name);
        try {
            var before = client.get(path);
            var type =
                    kind.root().equals("/api/v1")
                            ? "application/strategic-merge-patch+json"
                            : "application/merge-patch+json";
            var after = client.send("PATCH", path, type, patch(before, object).line());
            terminal.out().line(shown + (isSame(before, after) ? " unchanged" : " configured"));
        } catch (ApiError error) {
            if (error.code() != NOT_FOUND) {
                throw error;
            }
            var all = kind.all(Optional.of(namespace));
            client.send("POST", all, "application/json", marked(object).line());
            terminal.out().line(shown + " created");
        }
    }

    private static boolean isSame(Json before, Json after) {
        return before.at("metadata", "resourceVersion")
                .equals(after.at("metadata", "resourceVersion"));
    }

    /// The object with a note of itself, by which the next apply knows what went.
    private static Json.Obj marked(Json.Obj object) {
        var note = Json.object().put(APPLIED, object.line() + "\n").done();
        var metadata = Json.object().put("annotations", note).done();
        return merged(object, Json.object().put("metadata", metadata).done());
    }

    /// What is new, and null for what was there at the last apply and is not any more.
    private static Json.Obj patch(Json before, Json.Obj object) {
        var last =
                before.at("metadata", "annotations", APPLIED)
                        .flatMap(Json::text)
                        .map(JsonRead::of)
                        .filter(JsonRead.Value.class::isInstance)
                        .map(it -> ((JsonRead.Value) it).json());
        var marked = marked(object);
        return last.isPresent() && last.get() instanceof Json.Obj old
                ? merged(removals(old, object), marked)
                : marked;
    }

    private static Json.Obj removals(Json.Obj old, Json.Obj now) {
        var fields = new LinkedHashMap<String, Json>();
        old.fields()
                .forEach(
                        (name, value) -> {
                            var kept = now.fields().get(name);
                            if (kept == null) {
                                fields.put(name, new Json.Null());
                            } else if (value instanceof Json.Obj was
                                    && kept instanceof Json.Obj is) {
                                fields.put(name, removals(was, is));
                            }
                        });
        return new Json.Obj(fields);
    }

    private static Json.Obj merged(Json.Obj one, Json.Obj other) {
        var fields = new LinkedHashMap<>(one.fields());
        other.fields()
                .forEach(
                        (name, value) -> {
                            var here = fields.get(name);
                            fields.put(
                                    name,
                                    here instanceof Json.Obj a && value instanceof Json.Obj b
                                            ? merged(a, b)
                                            : value);
                        });
        return new Json.Obj(fields);
    }
}
