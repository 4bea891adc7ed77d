package dev.bookend.agent.journal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The first line of a journal: whose life it records, and by which manifest.
///
/// @param uid the pod's identity, new for every life
/// @param boot the machine's boot in which the record began
/// @param manifest the digest of the manifest that the plan was made from
/// @param grace what overrides the manifest's grace
public record JournalHeader(String uid, String boot, String manifest, Optional<Duration> grace) {
    static final int VERSION = 2;
    private static final Set<String> READABLE = Set.of("1", "2");
    private static final String FORMAT = "bookend-journal";

    String text() {
        var words =
                "%s %d uid=%s boot=%s manifest=%s".formatted(FORMAT, VERSION, uid, boot, manifest);
        return grace.map(limit -> words + " grace=" + limit.toMillis()).orElse(words);
    }

    static JournalHeader read(String text) throws JournalDamage {
        var words = text.split(" ");
        if (words.length < 2 || !words[0].equals(FORMAT)) {
            throw new JournalDamage("it does not begin as a journal begins");
        }
        if (!READABLE.contains(words[1])) {
            throw new JournalDamage(
                    "its format is version %s and this program reads up to version %d"
                            .formatted(words[1], VERSION));
        }
        var fields = fields(words);
        return new JournalHeader(
                fields.getOrDefault("uid", ""),
                fields.getOrDefault("boot", ""),
                fields.getOrDefault("manifest", ""),
                grace(fields));
    }

    private static Optional<Duration> grace(Map<String, String> fields) throws JournalDamage {
        try {
            return Optional.ofNullable(fields.get("grace"))
                    .map(Long::valueOf)
                    .map(Duration::ofMillis);
        } catch (NumberFormatException _) {
            throw new JournalDamage("its grace is no number");
        }
    }

    private static Map<String, String> fields(String[] words) {
        var fields = new HashMap<String, String>();
        for (var word : words) {
            var cut = word.indexOf('=');
            if (cut > 0) {
                fields.put(word.substring(0, cut), word.substring(cut + 1));
            }
        }
        return fields;
    }
}
