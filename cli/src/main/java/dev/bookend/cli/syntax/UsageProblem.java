package dev.bookend.cli.syntax;

/// A mistake on the command line, told to the user as one line that names the verb.
public final class UsageProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageProblem(String says) {
        super(says, null, false, false);
    }
}
