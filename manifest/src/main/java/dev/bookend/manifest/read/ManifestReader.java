package dev.bookend.manifest.read;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.text.FindingList;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.ManifestSource;
import dev.bookend.manifest.text.Position;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.YamlReader;

import java.util.ArrayList;
import java.util.List;

/// The one reader of pods, whether they come from a file, the API or a webhook.
public final class ManifestReader {
    private ManifestReader() {}

    /// Reads a YAML or JSON text with any number of documents.
    public static ManifestFile read(String name, String text) {
        var yaml = YamlReader.read(text);
        var documents = new ArrayList<ManifestDocument>();
        var findings = new FindingList();
        findings.addAll(yaml.findings());
        for (var node : yaml.documents()) {
            if (findings.isFull()) {
                break;
            }
            var read = DocumentReader.read(node);
            documents.addAll(read.documents());
            findings.addAll(read.findings());
        }
        if (yaml.documents().isEmpty() && findings.isEmpty()) {
            findings.add(empty());
        }
        return new ManifestFile(name, documents, findings.list());
    }

    /// The one document of a YAML text, as JSON.
    public static JsonRead json(String yaml) {
        var read = YamlReader.read(yaml);
        for (var it : read.findings()) {
            if (it.finding().isError()) {
                return new JsonRead.Broken(it.at(), it.finding().says());
            }
        }
        return read.documents().size() == 1
                ? new JsonRead.Value(read.documents().getFirst().json())
                : new JsonRead.Broken(Position.START, "one document is expected");
    }

    /// Reads one object that came as JSON.
    public static ManifestFile read(String name, Json object) {
        var read = DocumentReader.read(Node.of(object));
        return new ManifestFile(name, read.documents(), read.findings());
    }

    /// Reads what a source gives, or says why it gives nothing.
    public static ManifestFile read(ManifestSource source) {
        return switch (source.load()) {
            case ManifestSource.Loaded(var text) -> read(source.name(), text);
            case ManifestSource.Unreadable(var at, var says, var hint) ->
                    new ManifestFile(source.name(), List.of(), List.of(unreadable(at, says, hint)));
        };
    }

    private static LocatedFinding unreadable(Position at, String says, String hint) {
        return new LocatedFinding(Finding.error("", "", "file", says, hint), at);
    }

    private static LocatedFinding empty() {
        return unreadable(
                Position.START, "there is no pod in it", "write at least one document into it");
    }
}
