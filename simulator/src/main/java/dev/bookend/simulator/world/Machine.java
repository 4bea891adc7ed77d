package dev.bookend.simulator.world;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the simulated machine holds, whether an agent looks or not.
final class Machine {
    private final Map<Attempt, Process> processes = new LinkedHashMap<>();
    private final Map<HookRun, Delivery> hooks = new HashMap<>();

    /// One run of a container.
    static final class Process {
        final Attempt attempt;
        final Behaviour behaviour;
        Optional<Instant> began = Optional.empty();
        Optional<Instant> ended = Optional.empty();
        Optional<Exit> exit = Optional.empty();
        boolean signalled;
        boolean killed;

        Process(Attempt attempt, Behaviour behaviour) {
            this.attempt = attempt;
            this.behaviour = behaviour;
        }

        boolean runs() {
            return began.isPresent() && ended.isEmpty();
        }
    }

    /// All that became of one hook.
    static final class Delivery {
        int times;
        boolean running;
    }

    Optional<Process> process(Attempt attempt) {
        return Optional.ofNullable(processes.get(attempt));
    }

    Process add(Attempt attempt, Behaviour behaviour) {
        var process = new Process(attempt, behaviour);
        processes.put(attempt, process);
        return process;
    }

    Iterable<Process> processes() {
        return processes.values();
    }

    Delivery hook(HookRun run) {
        return hooks.computeIfAbsent(run, _ -> new Delivery());
    }

    /// Hooks that live in the agent die with it.
    void agentDies() {
        hooks.forEach(
                (run, delivery) -> {
                    var survives =
                            process(run.attempt())
                                    .map(it -> it.behaviour.hook(run.hook()).survives())
                                    .orElse(false);
                    delivery.running &= survives;
                });
    }

    void reboot() {
        processes.clear();
        hooks.clear();
    }
}
