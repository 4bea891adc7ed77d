package dev.bookend.runtime;

import java.util.Optional;

/// What a container may use of the machine.
///
/// @param memory in bytes
/// @param cpu in thousandths of a processor
/// @param cpuShare its weight against others, as thousandths of a processor that it asks for
public record Limits(Optional<Long> memory, Optional<Long> cpu, Optional<Long> cpuShare) {
    public static final Limits NONE =
            new Limits(Optional.empty(), Optional.empty(), Optional.empty());

    public boolean none() {
        return equals(NONE);
    }
}
