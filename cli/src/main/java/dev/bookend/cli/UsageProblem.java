package dev.bookend.cli;

/// A mistake on the command line, told to the user as one line that names the verb.
final class UsageProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageProblem(String says) {
        super(says, null, false, false);
    }
}
