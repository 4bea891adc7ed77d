package dev.bookend.manifest.yaml;

import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Position;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.util.ArrayList;
import java.util.List;

/// Reads the documents of a YAML text, one tree each.
public final class YamlReader {
    /// A token is copied once for every buffer it fills, so that a small one takes minutes over a
    /// comment of megabytes.
    private static final int BUFFER = 64 * 1024;

    private final List<Node> documents = new ArrayList<>();
    private final List<LocatedFinding> findings = new ArrayList<>();
    private final NodeBudget budget = new NodeBudget();
    private int begun;

    private YamlReader() {}

    /// The documents of a text, and what is wrong with it.
    public record Read(List<Node> documents, List<LocatedFinding> findings) {
        /// A text that is broken somewhere is not judged elsewhere: what follows would be
        /// guesswork.
        static Read broken(LocatedFinding mistake) {
            return new Read(List.of(), List.of(mistake));
        }
    }

    public static Read read(String text) {
        var reader = new YamlReader();
        try {
            reader.readAll(parser(text));
        } catch (YamlProblem problem) {
            return Read.broken(problem.finding());
        } catch (YamlEngineException mistake) {
            return Read.broken(found(mistake));
        } catch (IllegalArgumentException mistake) {
            // The scanner takes the digits of a hexadecimal escape for granted.
            return Read.broken(found(new YamlEngineException("an escape is broken", mistake)));
        }
        return new Read(reader.documents, reader.findings);
    }

    private static Parser parser(String text) {
        var settings =
                LoadSettings.builder()
                        .setCodePointLimit(Limits.MOST_BYTES)
                        .setBufferSize(BUFFER)
                        .setLabel("it")
                        .build();
        return new ParserImpl(settings, new StreamReader(settings, text));
    }

    private void readAll(Parser events) {
        while (events.hasNext()) {
            var event = events.next();
            if (event.getEventId() == Event.ID.DocumentStart) {
                begin(event);
                var node = new YamlComposer(events, budget, findings).document();
                if (!node.isNull()) {
                    documents.add(node);
                }
            }
        }
    }

    private void begin(Event event) {
        if (++begun > Limits.MOST_DOCUMENTS) {
            throw new YamlProblem(
                    YamlComposer.position(event),
                    "",
                    "more than %d documents".formatted(Limits.MOST_DOCUMENTS),
                    "split the file");
        }
    }

    private static LocatedFinding found(YamlEngineException mistake) {
        if (mistake instanceof MarkedYamlEngineException marked) {
            var at = marked.getProblemMark().map(YamlReader::position).orElse(Position.START);
            var problem = marked.getProblem();
            return YamlProblem.found(at, "", "this is not YAML: " + problem, hint(problem));
        }
        var says = String.valueOf(mistake.getMessage()).lines().findFirst().orElse("");
        return YamlProblem.found(Position.START, "", "this is not YAML: " + says, hint(says));
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String hint(String problem) {
        if (problem.contains("TAB")) {
            return "indent with spaces";
        }
        if (problem.contains("mapping values")) {
            return "check the indentation, and quote a text that contains ': '";
        }
        if (problem.contains("block end")) {
            return "align this line with the lines it belongs to";
        }
        return "check indentation, quotes and brackets here and in the lines above";
    }
}
