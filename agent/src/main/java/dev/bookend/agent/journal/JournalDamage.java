package dev.bookend.agent.journal;

/// A journal that cannot be trusted: a record in the middle of it is not what was written.
public final class JournalDamage extends Exception {
    private static final long serialVersionUID = 1;

    private final String says;

    public JournalDamage(String says) {
        super(says);
        this.says = says;
    }

    public String says() {
        return says;
    }
}
