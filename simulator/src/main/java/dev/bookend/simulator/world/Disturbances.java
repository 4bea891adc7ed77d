package dev.bookend.simulator.world;

import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreatePod;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.simulator.world.Disturbance.AgentDies;
import dev.bookend.simulator.world.Disturbance.Reboot;
import dev.bookend.simulator.world.Disturbance.RecreateAsked;
import dev.bookend.simulator.world.Disturbance.StopAsked;
import dev.bookend.simulator.world.Disturbance.StrayTimer;

import java.time.Duration;
import java.util.Optional;

/// Brings what happens from outside into a world.
final class Disturbances {
    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
    private static final Duration TRIES_AGAIN = Duration.ofSeconds(3);
    private static final Duration INSISTS = Duration.ofSeconds(30);
    private final World world;
    private int requests;

    Disturbances(World world) {
        this.world = world;
    }

    void schedule(Scenario scenario) {
        scenario.disturbances().forEach(this::schedule);
    }

    private void schedule(Disturbance disturbance) {
        switch (disturbance) {
            case StopAsked stop -> ask(stop, stop.at());
            case RecreateAsked wish -> {
                var id = new RequestId("r" + requests, "u" + requests);
                requests++;
                whenHeard(wish.at(), () -> recreate(wish, id));
            }
            case Reboot(var at, var down) -> world.at(World.START.plus(at), () -> reboot(down));
            case StrayTimer(var at, var timer) ->
                    world.at(
                            World.START.plus(at),
                            () -> {
                                if (world.agentUp()) {
                                    world.take(new Event.TimerFired(timer, world.now()));
                                }
                            });
            case AgentDies _ -> {
                // It comes with its turn.
            }
        }
    }

    /// The stop that ends every life which has no end of its own.
    void stopNow() {
        ask(new StopAsked(Duration.ZERO, Optional.empty()), world.age());
    }

    private void ask(StopAsked stop, Duration at) {
        whenHeard(at, () -> world.take(new Event.StopRequested(stop.grace(), world.now())));
    }

    /// Whoever finds nothing running that could be recreated tries again for a while.
    private void recreate(RecreateAsked wish, RequestId id) {
        var pod = RecreateSight.of(world.plan(), world.pod(), "uid", "node");
        var spec = possible(wish.spec(), pod);
        if (RecreateAdmission.judge(spec, id, Optional.of(pod), world.now())
                instanceof RecreateVerdict.Accepted(var request, _, _)) {
            wish.cancelled()
                    .ifPresent(after -> whenHeard(world.age().plus(after), () -> cancel(id)));
            world.take(new Event.RecreateRequested(request, world.now()));
        } else if (pod.active() && world.age().compareTo(wish.at().plus(INSISTS)) < 0) {
            whenHeard(world.age().plus(TRIES_AGAIN), () -> recreate(wish, id));
        }
    }

    private static RecreateSpec possible(RecreateSpec spec, RecreatePod pod) {
        return new RecreateSpec(
                spec.podName(),
                spec.containers().stream().filter(it -> isPossible(it.name(), pod)).toList(),
                spec.strategy(),
                spec.activeDeadlineSeconds(),
                spec.ttlSecondsAfterFinished());
    }

    private static boolean isPossible(String name, RecreatePod pod) {
        return Optional.ofNullable(pod.candidates().get(name))
                .filter(it -> it.everStarted() && it.kind() != ContainerKind.INIT)
                .filter(it -> it.policy() != RestartPolicy.NEVER)
                .isPresent();
    }

    private void cancel(RequestId id) {
        world.take(new Event.RecreateCancelled(id, world.now()));
    }

    /// Nobody answers while the agent is down, so the request is made again a little later.
    private void whenHeard(Duration at, Runnable request) {
        world.at(
                World.START.plus(at),
                () -> {
                    if (world.agentUp()) {
                        request.run();
                    } else {
                        whenHeard(world.age().plus(ASK_AGAIN), request);
                    }
                });
    }

    private void reboot(Duration down) {
        world.runtime().reboot();
        world.die(down);
    }
}
