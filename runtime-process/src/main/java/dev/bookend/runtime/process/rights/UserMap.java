package dev.bookend.runtime.process.rights;

/// The users and groups of an ordinary user's containers: its own, who are the same inside and
/// outside, and those of its ranges, numbered from 0 inside.
///
/// @param users the command that maps users, behind which a process id is put
/// @param groups the same for groups
/// @param most the highest number of both
public record UserMap(String users, String groups, long most) {
    /// A range that somebody may use on the machine.
    record Range(long start, long count) {
        /// What newuidmap takes for one kind: inside, outside and count, three times at most.
        String lines(long own) {
            var lines = new StringBuilder();
            var below = Math.min(own, count);
            add(lines, 0, start, below);
            add(lines, own, own, 1);
            add(lines, own + 1, start + own + 1, count - own - 1);
            return lines.toString();
        }

        private static void add(StringBuilder lines, long inside, long outside, long count) {
            if (count > 0) lines.append(" %d %d %d".formatted(inside, outside, count));
        }
    }

    static UserMap of(Account own, Range users, Range groups, Tools tools) {
        return new UserMap(
                tools.newuidmap() + users.lines(own.user()),
                tools.newgidmap() + groups.lines(own.group()),
                Math.min(users.count(), groups.count()) - 1);
    }

    /// The paths of the programs that may write such a map.
    record Tools(String newuidmap, String newgidmap) {}
}
