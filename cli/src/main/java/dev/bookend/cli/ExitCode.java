package dev.bookend.cli;

/// What the program tells its caller when it ends.
public enum ExitCode {
    /// All pods succeeded, or were stopped on request.
    OK(0),
    /// A pod failed, or what was asked for could not be done.
    FAILED(1),
    /// The input or the command line is wrong; nothing was started.
    USAGE(2),
    /// This machine cannot do it.
    UNABLE(3);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
