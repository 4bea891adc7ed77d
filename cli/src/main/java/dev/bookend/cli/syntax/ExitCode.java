package dev.bookend.cli.syntax;

/// What the program tells its caller when it ends.
public record ExitCode(int number) {
    /// All pods succeeded, or were stopped on request.
    public static final ExitCode OK = new ExitCode(0);

    /// A pod failed, or what was asked for could not be done.
    public static final ExitCode FAILED = new ExitCode(1);

    /// The input or the command line is wrong; nothing was started.
    public static final ExitCode USAGE = new ExitCode(2);

    /// This machine cannot do it.
    public static final ExitCode UNABLE = new ExitCode(3);
}
