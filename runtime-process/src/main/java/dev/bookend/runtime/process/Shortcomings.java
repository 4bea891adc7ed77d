package dev.bookend.runtime.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What containers do not get here, in sentences for a person.
final class Shortcomings {
    private Shortcomings() {}

    static List<String> of(Isolation isolation, Optional<String> because) {
        if (isolation == Isolation.FULL) return List.of();
        var all = new ArrayList<String>();
        all.add(
                "Containers are plain processes%s: they share the machine's files, processes and"
                                .formatted(because.map(why -> " (" + why + ")").orElse(""))
                        + " host name.");
        all.add("Volumes cannot be mounted, so a container with volumeMounts is refused.");
        if (Account.own().user() != 0) {
            all.add(
                    "runAsUser and runAsGroup must be the user's own, and groups stay as they"
                            + " are.");
        }
        return List.copyOf(all);
    }
}
