package dev.bookend.operator;

import dev.bookend.manifest.Json;

import java.util.Optional;
import java.util.OptionalLong;

/// What the kubelet reports of a container.
///
/// @param ran whether it has been started at least once
/// @param exitCode the code it has ended with, while it is ended
/// @param waiting why it is not started, while it waits
record ContainerView(boolean ready, boolean ran, OptionalLong exitCode, Optional<String> waiting) {
    static final ContainerView UNSEEN =
            new ContainerView(false, false, OptionalLong.empty(), Optional.empty());

    static ContainerView of(Json status) {
        var code = status.at("state", "terminated", "exitCode");
        var restarts = status.field("restartCount").map(Json::number).orElse(OptionalLong.empty());
        return new ContainerView(
                status.field("ready").flatMap(Json::flag).orElse(false),
                (status.at("state", "waiting").isEmpty() && status.field("state").isPresent())
                        || status.at("lastState", "terminated").isPresent()
                        || restarts.orElse(0) > 0,
                code.map(Json::number).orElse(OptionalLong.empty()),
                status.at("state", "waiting").map(it -> it.text("reason").orElse("Waiting")));
    }

    boolean runs() {
        return ran && exitCode.isEmpty() && waiting.isEmpty();
    }

    /// The kubelet has tried to start it and found the barrier shut.
    boolean isHeldBack() {
        return waiting.filter("CreateContainerConfigError"::equals).isPresent();
    }
}
