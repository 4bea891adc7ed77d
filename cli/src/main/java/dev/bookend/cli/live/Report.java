package dev.bookend.cli.live;

import dev.bookend.agent.log.LogLine;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// How a run is shown. Called by one thread, the one that prints.
public interface Report {
    /// Something for a person to know, outside any pod's life.
    void say(String text);

    void told(PodPlan plan, Notice notice);

    void changed(PodPlan plan, PodState pod);

    void printed(LogLine line);

    /// Called when nothing more is to be shown at once; gives what may be drawn late.
    void refresh();

    /// The end of a pod: a line a container, and the path of its journal.
    void summed(PodPlan plan, PodState pod, String journal);

    void close();
}
