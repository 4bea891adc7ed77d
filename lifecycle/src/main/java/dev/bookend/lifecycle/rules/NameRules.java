package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.value.DnsLabel;

import java.util.regex.Pattern;

/// The shapes that Kubernetes allows for names.
final class NameRules {
    private static final int LONGEST_SUBDOMAIN = 253;
    private static final int LONGEST_PORT_NAME = 15;
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern PORT_NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Pattern A_LETTER = Pattern.compile(".*[a-z].*");
    private static final Pattern ENV_NAME = Pattern.compile("[ -<>-~]+");
    private static final String RENAME = "use only a-z, 0-9 and '-', such as %s";

    private NameRules() {}

    static void label(Findings findings, String path, String text) {
        if (text.length() > DnsLabel.MAX_LENGTH) {
            tooLong(findings, path, text, DnsLabel.MAX_LENGTH);
        } else if (!DnsLabel.matches(text)) {
            findings.invalid(
                    path,
                    text,
                    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters"
                            + " or '-', and must start and end with an alphanumeric character",
                    RENAME.formatted(suggestion(text)));
        }
    }

    static void subdomain(Findings findings, String path, String text) {
        if (text.length() > LONGEST_SUBDOMAIN) {
            tooLong(findings, path, text, LONGEST_SUBDOMAIN);
        } else if (!SUBDOMAIN.matcher(text).matches()) {
            findings.invalid(
                    path,
                    text,
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                            + " characters, '-' or '.', and must start and end with an"
                            + " alphanumeric character",
                    RENAME.formatted(suggestion(text)));
        }
    }

    static void portName(Findings findings, String path, String text) {
        if (text.length() > LONGEST_PORT_NAME) {
            tooLong(findings, path, text, LONGEST_PORT_NAME);
        } else if (!PORT_NAME.matcher(text).matches()) {
            findings.invalid(
                    path,
                    text,
                    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                    RENAME.formatted("http"));
        } else if (!A_LETTER.matcher(text).matches()) {
            findings.invalid(
                    path,
                    text,
                    "must contain at least one letter (a-z)",
                    "give the port a name such as http");
        }
    }

    static void envName(Findings findings, String path, String text) {
        if (text.isEmpty()) {
            findings.required(path, "", "give the variable a name");
        } else if (!ENV_NAME.matcher(text).matches()) {
            findings.invalid(
                    path,
                    text,
                    "a valid environment variable name must consist only of printable ASCII"
                            + " characters other than '='",
                    "use letters, digits and '_'");
        }
    }

    private static void tooLong(Findings findings, String path, String text, int most) {
        findings.invalid(
                path,
                text,
                "must be no more than %d characters".formatted(most),
                "shorten it by %d characters".formatted(text.length() - most));
    }

    /// The nearest legal name, so that the reader can copy it.
    private static String suggestion(String text) {
        var letters = new StringBuilder();
        for (var letter : text.strip().toCharArray()) {
            letters.append(legal(Character.toLowerCase(letter)));
        }
        var name = letters.toString().replaceAll("^-+|-+$", "");
        return name.isEmpty() ? "my-name" : name;
    }

    private static char legal(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ? letter : '-';
    }
}
