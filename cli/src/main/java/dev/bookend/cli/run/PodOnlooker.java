package dev.bookend.cli.run;

import dev.bookend.agent.life.PodLife;
import dev.bookend.agent.log.LogFollower;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.loop.Practice;
import dev.bookend.cli.live.Printing;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.PodName;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Hands on what pods tell to whoever prints, and opens the logs of new containers there.
final class PodOnlooker implements PodWatcher {
    private final Printing printing;
    private final LogFollower follower;
    private final boolean wantsLogs;
    private final Practice practice = new Practice();
    private final Map<PodName, OpenedLogs> logs = new ConcurrentHashMap<>();

    PodOnlooker(Printing printing, LogFollower follower, boolean wantsLogs) {
        this.printing = printing;
        this.follower = follower;
        this.wantsLogs = wantsLogs;
    }

    /// Called for each life before it starts.
    void expect(PodLife life) {
        if (wantsLogs) {
            logs.put(life.name(), OpenedLogs.of(life, follower));
        }
    }

    /// The same for a pod whose Job counts its restarts.
    PodWatcher with(JobWatch watch) {
        return new PodWatcher() {
            @Override
            public void told(PodPlan plan, Notice notice) {
                PodOnlooker.this.told(plan, notice);
            }

            @Override
            public void changed(PodPlan plan, PodState pod) {
                PodOnlooker.this.changed(plan, pod);
                watch.changed(pod);
            }
        };
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        printing.told(plan, notice);
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {
        printing.changed(plan, pod);
        practice.changed(plan, pod);
        var opened = logs.get(plan.pod());
        if (opened != null) {
            printing.between(() -> opened.align(pod));
        }
    }
}
