package dev.bookend.agent.life;

import dev.bookend.agent.request.PodRecreation;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateSpec.Strategy;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/// Has a container recreated once all of the pod is ready, as another process asks for it, and ends
/// the pod when that is done.
final class MortalRecreator extends Mortal {
    private final StateDirectory state;
    private final String container;
    private boolean asked;

    MortalRecreator(
            StateDirectory state, String container, Moment moment, int last, Runnable death) {
        super(moment, last, death);
        this.state = state;
        this.container = container;
    }

    @Override
    void ready(PodPlan plan, PodState pod) {
        if (pod.recreations().values().stream().anyMatch(RecreateProgress::isOver)) {
            super.ready(plan, pod);
        } else if (!asked && pod.recreations().isEmpty() && !isLeft(plan)) {
            asked = true;
            Thread.ofVirtual().start(() -> ask(plan));
        }
    }

    /// A request that an agent did not hear of is still there for the next one.
    private boolean isLeft(PodPlan plan) {
        var requests = state.pod(plan.pod()).requests().toFile().list();
        return requests != null
                && List.of(requests).stream().anyMatch(it -> it.startsWith("recreate-"));
    }

    private void ask(PodPlan plan) {
        var strategy =
                new Strategy(
                        Optional.empty(),
                        false,
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var spec =
                new RecreateSpec(
                        plan.pod().name(),
                        List.of(new RecreateSpec.Entry(container, List.of())),
                        strategy,
                        Optional.empty(),
                        Optional.empty());
        try {
            var verdict = new PodRecreation(state, plan.pod(), new SteadyTime()).ask(spec);
            Files.writeString(state.root().resolve("verdict"), String.valueOf(verdict));
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
