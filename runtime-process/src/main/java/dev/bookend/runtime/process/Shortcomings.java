package dev.bookend.runtime.process;

import dev.bookend.runtime.process.cgroup.Cgroups;
import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.rights.Isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What containers do not get here, in sentences for a person.
final class Shortcomings {
    private Shortcomings() {}

    static List<String> of(
            Isolation isolation, Optional<String> because, OtherUsers users, Cgroups cgroups) {
        var all = new ArrayList<String>();
        if (isolation == Isolation.NONE) {
            all.add(
                    "Containers are plain processes%s: they share the machine's files, processes"
                                    .formatted(because.map(why -> " (" + why + ")").orElse(""))
                            + " and host name.");
            all.add("Volumes cannot be mounted, so a container with volumeMounts is refused.");
        }
        ofUsers(users).ifPresent(all::add);
        if (!cgroups.missing().isEmpty()) {
            all.add(
                    "Limits of %s are not enforced, because no control group can be made here."
                            .formatted(String.join(" and ", cgroups.missing())));
        }
        return List.copyOf(all);
    }

    private static Optional<String> ofUsers(OtherUsers users) {
        var own = Account.own();
        return switch (users) {
            case OtherUsers.Everybody() -> Optional.empty();
            case OtherUsers.Mapped(var most) ->
                    Optional.of(
                            "Containers run as user %d and group %d or, if they ask for others, as"
                                            .formatted(own.user(), own.group())
                                    + " those of your ranges in /etc/subuid and /etc/subgid, up to"
                                    + " number %d, because Bookend does not run as root."
                                            .formatted(most));
            case OtherUsers.Nobody(var because) ->
                    Optional.of(
                            "Containers run as user %d and group %d, because Bookend does not run"
                                            .formatted(own.user(), own.group())
                                    + " as root: another runAsUser or runAsGroup, and an fsGroup"
                                    + " that is not their own, are refused, and supplementalGroups"
                                    + " change nothing (%s).".formatted(because));
        };
    }
}
