package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.recreate.RecreateStage.Ending;
import dev.bookend.lifecycle.recreate.RecreateStatus.ContainerRecreateState;
import dev.bookend.lifecycle.recreate.RecreateStatus.Phase;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Why a ContainerRecreateRequest completes that no pod carries out any more, and as what (CRR-8).
public enum Abandonment {
    POD_GONE(Ending.POD_GONE.words()),
    DEADLINE_EXCEEDED(Ending.DEADLINE_EXCEEDED.words()),
    NOBODY_RAN_THE_POD("nobody ran the pod for 300 s");

    /// How long a request may wait for a pod that could not be begun, or was left by a fault.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String words;

    Abandonment(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// Whether a request that no pod carries out is over by now.
    ///
    /// @param unattended since when nobody runs the pod; empty if the pod is gone
    public static Optional<Abandonment> of(
            RecreateRequest request, Optional<Instant> unattended, Instant now) {
        if (unattended.isEmpty()) {
            return Optional.of(POD_GONE);
        }
        if (Recreation.isPast(request.deadline(), now)) {
            return Optional.of(DEADLINE_EXCEEDED);
        }
        return Recreation.isPast(unattended.map(it -> it.plus(PATIENCE)), now)
                ? Optional.of(NOBODY_RAN_THE_POD)
                : Optional.empty();
    }

    /// The status of a request that ends so: what was through stays so, everything else has failed.
    ///
    /// @param known how containers of the request stood when it was last carried out
    public RecreateStatus completed(
            RecreateRequest request, List<ContainerRecreateState> known, Instant now) {
        var states = request.targets().stream().map(it -> ended(it.name(), known)).toList();
        return new RecreateStatus(request.id(), Phase.COMPLETED, Optional.of(now), words, states);
    }

    private ContainerRecreateState ended(ContainerName name, List<ContainerRecreateState> known) {
        return known.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .map(this::ended)
                .orElseGet(() -> new ContainerRecreateState(name, Phase.FAILED, words, false));
    }

    private ContainerRecreateState ended(ContainerRecreateState known) {
        return switch (known.phase()) {
            case SUCCEEDED ->
                    new ContainerRecreateState(known.name(), Phase.SUCCEEDED, "", known.isKilled());
            case FAILED -> known;
            case PENDING, RECREATING, COMPLETED ->
                    new ContainerRecreateState(known.name(), Phase.FAILED, words, known.isKilled());
        };
    }
}
