package dev.bookend.agent.life;

import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Remembers what a pod told.
final class Onlooker implements PodWatcher {
    final List<Notice> notices = new CopyOnWriteArrayList<>();

    @Override
    public void told(PodPlan plan, Notice notice) {
        notices.add(notice);
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {}

    /// All notices as `Started app`, and `PodSucceeded` for the pod's own.
    List<String> words() {
        return notices.stream().map(Onlooker::words).toList();
    }

    private static String words(Notice notice) {
        var name = notice.container().map(ContainerName::text).map(" "::concat).orElse("");
        return notice.reason().word() + name;
    }
}
