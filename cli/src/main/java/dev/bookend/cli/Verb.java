package dev.bookend.cli;

import java.util.Optional;
import java.util.stream.Stream;

/// The verbs of the command line, in the order in which help lists them.
enum Verb {
    RUN("run"),
    CHECK("check"),
    PLAN("plan"),
    DELETE("delete"),
    SIMULATE("simulate"),
    VERSION("version"),
    COMPLETION("completion"),
    HELP("help");

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<Verb> ofWord(String word) {
        return Stream.of(values()).filter(verb -> verb.word.equals(word)).findFirst();
    }

    /// The command behind the verb; its classes are loaded only now.
    Object command(Terminal terminal) {
        return switch (this) {
            case RUN -> new RunCommand(terminal);
            case DELETE -> new DeleteCommand(terminal);
            case CHECK -> new CheckCommand(terminal);
            case PLAN -> new PlanCommand(terminal);
            case SIMULATE -> new SimulateCommand(terminal);
            case VERSION -> new VersionCommand(terminal);
            case COMPLETION -> new CompletionCommand(terminal);
            case HELP -> new HelpCommand(terminal);
        };
    }
}
