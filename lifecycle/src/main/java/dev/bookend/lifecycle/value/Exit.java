package dev.bookend.lifecycle.value;

/// How a container's process ended, in Kubernetes' words.
///
/// @param message what it said about its end; empty if nothing
public record Exit(int code, ExitReason reason, String message) {
    private static final int LONGEST_LINE = 160;

    public Exit(int code, ExitReason reason) {
        this(code, reason, "");
    }

    public static Exit of(int code) {
        return new Exit(code, code == 0 ? ExitReason.COMPLETED : ExitReason.ERROR);
    }

    public Exit with(String said) {
        return new Exit(code, reason, said);
    }

    /// The first line of the message, short and safe to print.
    public String firstLine() {
        var line = message.strip().lines().findFirst().orElse("");
        var plain = line.replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= LONGEST_LINE ? plain : plain.substring(0, LONGEST_LINE) + "…";
    }

    /// A process killed for want of memory failed, whatever its exit code says.
    public boolean success() {
        return code == 0 && reason != ExitReason.OOM_KILLED;
    }
}
