package dev.bookend.simulator;

import dev.bookend.lifecycle.Event;
import dev.bookend.simulator.Disturbance.AgentDies;
import dev.bookend.simulator.Disturbance.Reboot;
import dev.bookend.simulator.Disturbance.StopAsked;
import dev.bookend.simulator.Disturbance.StrayTimer;

import java.time.Duration;
import java.util.Optional;

/// Brings what happens from outside into a world.
final class Disturbances {
    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
    private final World world;

    Disturbances(World world) {
        this.world = world;
    }

    void schedule(Scenario scenario) {
        scenario.disturbances().forEach(this::schedule);
    }

    private void schedule(Disturbance disturbance) {
        switch (disturbance) {
            case StopAsked stop -> ask(stop, stop.at());
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

    /// Nobody answers while the agent is down, so the request is made again a little later.
    private void ask(StopAsked stop, Duration at) {
        world.at(
                World.START.plus(at),
                () -> {
                    if (world.agentUp()) {
                        world.take(new Event.StopRequested(stop.grace(), world.now()));
                    } else {
                        ask(stop, world.age().plus(ASK_AGAIN));
                    }
                });
    }

    private void reboot(Duration down) {
        world.runtime().reboot();
        world.die(down);
    }
}
