package dev.bookend.cli.verb;

import dev.bookend.cli.syntax.Option;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The bash function that completes our command lines; what it leaves open are file names.
final class CompletionScript {
    private CompletionScript() {}

    static String text() {
        return """
        _bookend() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} known=
            if [ "$COMP_CWORD" -eq 1 ]; then
                known="%s"
            else
                case ${COMP_WORDS[1]} in
        %s
                esac
            fi
            COMPREPLY=($(compgen -W "$known" -- "$word"))
        }
        complete -o default -F _bookend bookend
        """
                .formatted(verbs(), branches());
    }

    private static String verbs() {
        return Stream.concat(
                        Arrays.stream(Verb.values()).map(Verb::word),
                        CommandTree.program().optionNames().stream())
                .collect(Collectors.joining(" "));
    }

    private static String branches() {
        return Arrays.stream(Verb.values())
                .map(CompletionScript::branch)
                .collect(Collectors.joining("\n"));
    }

    private static String branch(Verb verb) {
        var syntax = verb.command().syntax();
        return """
                %s)
                    case $before in
        %s            *) case $word in -*) known="%s" ;; esac ;;
                    esac
                    ;;\
        """
                .formatted(
                        verb.word(),
                        syntax.options().stream()
                                .filter(Option::takesValue)
                                .map(CompletionScript::values)
                                .collect(Collectors.joining()),
                        String.join(" ", syntax.optionNames()));
    }

    /// After an option that takes one of a few words come these, after any other one a file.
    private static String values(Option<?> option) {
        var names = String.join(" | ", option.names());
        List<String> choices = option.reading().choices();
        return "            %s) known=\"%s\" ;;\n".formatted(names, String.join(" ", choices));
    }
}
