package dev.bookend.agent.environment;

import java.util.Map;

/// Text with `$(VAR)` in it, as Kubernetes expands it: `$$` stands for one dollar, and a reference
/// to a variable that does not exist stays as it is.
final class VariableText {
    private VariableText() {}

    static String expand(String text, Map<String, String> variables) {
        var result = new StringBuilder();
        var at = 0;
        for (var dollar = text.indexOf('$'); dollar >= 0; dollar = text.indexOf('$', at)) {
            result.append(text, at, dollar);
            at = dollar + read(text, dollar, variables, result);
        }
        return result.append(text, at, text.length()).toString();
    }

    /// Appends what the dollar at this place stands for, and tells how many letters it took.
    private static int read(
            String text, int dollar, Map<String, String> variables, StringBuilder result) {
        if (text.startsWith("$$", dollar)) {
            result.append('$');
            return 2;
        }
        var close = text.startsWith("$(", dollar) ? text.indexOf(')', dollar) : -1;
        if (close < 0) {
            result.append('$');
            return 1;
        }
        var reference = text.substring(dollar, close + 1);
        var name = reference.substring(2, reference.length() - 1);
        result.append(variables.getOrDefault(name, reference));
        return reference.length();
    }
}
