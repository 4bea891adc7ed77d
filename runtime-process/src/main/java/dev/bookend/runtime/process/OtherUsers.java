package dev.bookend.runtime.process;

import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.rights.UserMap;
import dev.bookend.runtime.process.rights.UserRanges;
import dev.bookend.runtime.process.wire.Spawner;

import java.io.IOException;
import java.time.Duration;

/// Which users containers may have besides the agent's own.
sealed interface OtherUsers {
    Duration LIMIT = Duration.ofSeconds(30);

    /// Root can be anybody.
    record Everybody() implements OtherUsers {}

    /// Those of the user's ranges, all up to a number.
    record Mapped(long most) implements OtherUsers {}

    record Nobody(String because) implements OtherUsers {}

    /// Makes the map where it is needed and possible.
    static OtherUsers of(Isolation isolation, Spawner spawner) {
        var own = Account.own();
        if (own.user() == 0) return new Everybody();
        if (isolation == Isolation.NONE) return new Nobody("containers are plain processes");
        return switch (UserRanges.ofThisMachine().of(own, System.getProperty("user.name", "?"))) {
            case UserRanges.Answer.Given(var map) -> mapped(map, spawner);
            case UserRanges.Answer.Lacking(var because) -> new Nobody(because);
        };
    }

    private static OtherUsers mapped(UserMap map, Spawner spawner) {
        try {
            spawner.map(map, LIMIT);
            return new Mapped(map.most());
        } catch (IOException refused) {
            return new Nobody("%s failed; try it by hand".formatted(map.users()));
        }
    }
}
