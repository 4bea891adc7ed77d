package dev.bookend.cli.syntax;

import dev.bookend.cli.syntax.Option.Arity;
import dev.bookend.manifest.schema.NearestName;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sorts the words of a command line by what a verb understands.
///
/// `-o json`, `-ojson`, `-o=json`, `--output json` and `--output=json` are the same, and so are
/// `-vh` and `-v -h`. After `--` nothing is an option.
public final class Parsing {
    private final Syntax syntax;
    private final Deque<String> left;
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    private Parsing(Syntax syntax, List<String> args) {
        this.syntax = syntax;
        this.left = new ArrayDeque<>(args);
    }

    /// @throws UsageProblem if a word is not understood
    public static Given parse(Syntax syntax, List<String> args) {
        var parsing = new Parsing(syntax, args);
        parsing.takeAll();
        var given = new Given(parsing.values, parsing.words);
        if (!given.has(Syntax.HELP)) {
            parsing.checkWords();
        }
        return given;
    }

    private void takeAll() {
        while (!left.isEmpty()) {
            var word = left.pop();
            if (word.equals("--")) {
                words.addAll(left);
                left.clear();
            } else if (word.startsWith("--")) {
                takeLong(word);
            } else if (word.startsWith("-") && word.length() > 1) {
                takeShort(word);
            } else {
                words.add(word);
            }
        }
    }

    private void takeLong(String word) {
        var cut = word.indexOf('=');
        var option = known(cut < 0 ? word : word.substring(0, cut));
        if (cut < 0) {
            take(option);
        } else if (option.takesValue()) {
            put(option, word.substring(cut + 1));
        } else {
            throw new UsageProblem("%s takes no value".formatted(option.name()));
        }
    }

    private void takeShort(String word) {
        var option = syntax.option(word.substring(0, 2)).orElseThrow(() -> unknown(word));
        var rest = word.substring(2);
        if (rest.isEmpty()) {
            take(option);
        } else if (option.takesValue()) {
            put(option, rest.startsWith("=") ? rest.substring(1) : rest);
        } else {
            take(option);
            takeShort("-" + rest);
        }
    }

    private void take(Option<?> option) {
        if (!option.takesValue()) {
            put(option, "");
            return;
        }
        var next = left.poll();
        if (next == null || syntax.option(next).isPresent()) {
            throw new UsageProblem(
                    "%s needs a value (%s) after it".formatted(option.name(), option.label()));
        }
        put(option, next);
    }

    private void put(Option<?> option, String word) {
        var all = values.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        if (option.arity() == Arity.ONE && !all.isEmpty()) {
            throw new UsageProblem("%s is there twice".formatted(option.name()));
        }
        if (option.arity() == Arity.MANY) {
            Reading.split(word).forEach(all::add);
        } else {
            all.add(word);
            var _ = option.read(word);
        }
    }

    private Option<?> known(String name) {
        return syntax.option(name).orElseThrow(() -> unknown(name));
    }

    private UsageProblem unknown(String word) {
        return new UsageProblem(
                "Unknown option: '%s'%s"
                        .formatted(
                                word,
                                meant(word).map(" (did you mean %s?)"::formatted).orElse("")));
    }

    private Optional<String> meant(String word) {
        var names = syntax.optionNames();
        return names.stream()
                .filter(name -> name.startsWith(word))
                .findFirst()
                .or(() -> NearestName.among(names, word));
    }

    private void checkWords() {
        var most = 0L;
        var least = 0;
        for (var parameter : syntax.parameters()) {
            least += parameter.least();
            most += parameter.most();
            if (words.size() < least) {
                throw new UsageProblem(
                        "Missing required parameter: '%s'".formatted(parameter.label()));
            }
        }
        if (words.size() > most) {
            throw new UsageProblem("'%s' is one word too many".formatted(words.get((int) most)));
        }
    }
}
