package dev.bookend.api.health;

import dev.bookend.agent.duty.Duties;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// What the agent says of itself at `/livez` and `/readyz`. Thread-safe.
public final class AgentHealth {
    /// A disk may have room for the name of a file and for nothing in it.
    private static final int PROBE = 4096;

    private static final String RESTART = "restart the agent, which ends no pod";
    private static final int MOST_SHOWN = 20;

    private final Pods pods;
    private final Duties duties;
    private final Path probe;
    private boolean takenOver;

    /// What is known of those who look after the pods.
    public interface Pods {
        /// Whether new and changed pods are heard of.
        boolean isAwake();

        /// Whether the pods that were there at the start are in our hands, or were refused aloud.
        boolean hasTakenOver();

        boolean isDraining();

        /// Containers that run in nobody's hands, each pod as a sentence.
        List<String> problems();

        /// What has to be removed from the store before anything else fits in, if something has.
        default Optional<String> excess() {
            return Optional.empty();
        }
    }

    /// @param directory what must be writable, and only by us
    public AgentHealth(Pods pods, Duties duties, Path directory) {
        this.pods = pods;
        this.duties = duties;
        probe = directory.resolve("probe");
    }

    /// Why the agent must be started anew, if it must.
    public Optional<String> sickness() {
        return pods.isAwake()
                ? duties.problem().map(it -> it + "; if it stays so, " + RESTART)
                : Optional.of("nobody looks after the pods; " + RESTART);
    }

    /// Why the agent cannot take new pods now, if it cannot.
    public synchronized Optional<String> hindrance() {
        // Pods that are created later are begun at their own pace, and say so themselves.
        takenOver |= pods.hasTakenOver();
        if (!takenOver) {
            return Optional.of("the pods of the state directory are being taken over");
        }
        return pods.isDraining()
                ? Optional.of("the agent was drained and begins no pod; restart it")
                : sickness().or(this::orphans).or(pods::excess).or(this::writeProblem);
    }

    /// A container that lives is known (SAFE-4).
    private Optional<String> orphans() {
        var all = pods.problems();
        var shown = String.join("\n", all.subList(0, Math.min(all.size(), MOST_SHOWN)));
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        all.size() > MOST_SHOWN
                                ? "%s\nand %d more".formatted(shown, all.size() - MOST_SHOWN)
                                : shown);
    }

    private Optional<String> writeProblem() {
        try {
            Files.write(
                    probe,
                    new byte[PROBE],
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    LinkOption.NOFOLLOW_LINKS);
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of(
                    "the state directory cannot be written (%s); make room or make it writable"
                            .formatted(failure.getMessage()));
        } finally {
            remove();
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(probe);
        } catch (IOException _) {
            // It is overwritten by the next one.
        }
    }
}
