package dev.bookend.operator.launch;

import dev.bookend.lifecycle.plan.Milestone;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.manifest.json.Json;

import java.util.Optional;

/// What the kubelet reports of a container.
///
/// @param ran whether it has been started at least once
/// @param exit how it has ended, while it is ended
/// @param waiting why it is not started, while it waits
record ContainerView(boolean ready, boolean ran, Optional<Exit> exit, Optional<String> waiting) {
    static final ContainerView UNSEEN =
            new ContainerView(false, false, Optional.empty(), Optional.empty());

    static ContainerView of(Json status) {
        var code = status.at("state", "terminated", "exitCode");
        return new ContainerView(
                status.field("ready").flatMap(Json::flag).orElse(false),
                status.at("state", "running").isPresent()
                        || tellsOfRun(status.at("state", "terminated"))
                        || tellsOfRun(status.at("lastState", "terminated")),
                code.filter(it -> it.number().isPresent())
                        .map(it -> it.number().getAsLong())
                        .map(it -> Exit.of(Math.clamp(it, Integer.MIN_VALUE, Integer.MAX_VALUE))),
                status.at("state", "waiting").map(it -> it.text("reason").orElse("Waiting")));
    }

    private static boolean tellsOfRun(Optional<Json> terminated) {
        return terminated
                .map(it -> it.text("reason").orElse(""))
                .filter(ExitReason::tellsOfRun)
                .isPresent();
    }

    /// Of what is on the way to ready, the kubelet tells no more than the beginning and the end.
    Milestone passed() {
        if (ready) {
            return Milestone.READINESS;
        }
        return ran ? Milestone.RUN : Milestone.NOTHING;
    }

    /// The kubelet has tried to start it and found the barrier shut.
    boolean isHeldBack() {
        return waiting.filter("CreateContainerConfigError"::equals).isPresent();
    }
}
