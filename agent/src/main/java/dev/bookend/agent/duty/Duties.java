package dev.bookend.agent.duty;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// All that a process must go on doing, so that somebody can say whether it does. Thread-safe.
public final class Duties implements AutoCloseable {
    private final List<Duty> all = new CopyOnWriteArrayList<>();
    private final Consumer<String> log;

    /// @param log takes what a person should read
    public Duties(Consumer<String> log) {
        this.log = log;
    }

    public Duty begin(String name, Duty.Work work) {
        return watch(Duty.begin(name, work, log));
    }

    /// Begins on a thread of the system's own, which no number of requests holds up.
    public Duty beginApart(String name, Duty.Work work) {
        return watch(Duty.begin(Thread.ofPlatform().daemon(), name, work, log));
    }

    /// Answers for a duty that was begun elsewhere.
    public Duty watch(Duty duty) {
        all.add(duty);
        return duty;
    }

    /// What is not being done, and why.
    public Optional<String> problem() {
        return all.stream().flatMap(it -> it.problem().stream()).findFirst();
    }

    /// What is not being done, if only a new process may help.
    public Optional<String> hopeless() {
        return all.stream()
                .filter(Duty::isHopeless)
                .flatMap(it -> it.problem().stream())
                .findFirst();
    }

    @Override
    public void close() {
        all.forEach(Duty::close);
    }
}
