package dev.bookend.agent.journal;

import dev.bookend.lifecycle.engine.Outstanding;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.SandboxLost;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// A journal in a file of checksummed lines, each written by one call before anybody acts.
///
/// When the disk is full a reserve takes the records of the stops that must go on, and [#isLow]
/// says that nothing may be started. A journal that has grown long is summed up: it goes on behind
/// the pod's state, and what it held before is kept once beside it.
///
/// Called by the pod's own thread; [#isLow] by any.
public final class FileJournal implements Journal, AutoCloseable {
    private final JournalRotation rotation;
    private final JournalHeader header;
    private final String boot;
    private final Map<HookRun, Instant> hooks;
    private String recordedBoot;
    private long events;
    private volatile JournalFile file;

    private FileJournal(
            JournalRotation rotation, JournalFile file, RecordedLife life, String boot) {
        this.rotation = rotation;
        this.file = file;
        this.boot = boot;
        header = life.header();
        recordedBoot = life.boot();
        hooks = new HashMap<>(life.past().begunHooks());
        events = life.past().count();
    }

    /// Begins a journal; a file of that name is replaced.
    public static FileJournal create(Path path, JournalHeader header) throws IOException {
        var file = JournalFile.create(path);
        file.add(JournalLine.of(header.text())).write();
        var life = RecordedLife.begun(header);
        return new FileJournal(JournalRotation.of(path), file, life, header.boot());
    }

    /// Goes on with a journal behind its last good record.
    ///
    /// @param boot the machine's present boot
    public static FileJournal reopen(Path path, RecordedLife life, String boot) throws IOException {
        return reopen(JournalRotation.of(path), life, boot);
    }

    static FileJournal reopen(JournalRotation rotation, RecordedLife life, String boot)
            throws IOException {
        var file = JournalFile.reopen(rotation.path(), life.end());
        return new FileJournal(rotation, file, life, boot);
    }

    @Override
    public void append(Event event, Step step) {
        if (event instanceof SandboxLost) {
            file.add(JournalLine.ofBoot(boot));
            recordedBoot = boot;
        }
        file.add(JournalLine.of(event, step));
        JournalLine.ofEnd(step.pod()).ifPresent(file::add);
        file.write();
        events++;
        PastHooks.note(hooks, event);
        if (event instanceof PodAccepted) {
            Thread.ofVirtual().name("journal-sync").start(file::sync);
        }
        if (step.pod().ended()) {
            file.finish();
        } else if (rotation.isDue(file)) {
            sumUp(step.pod());
        }
    }

    private void sumUp(PodState pod) {
        hooks.keySet().retainAll(Outstanding.hooks(pod));
        var begin =
                new JournalHeader(header.uid(), recordedBoot, header.manifest(), header.grace());
        file = rotation.rotate(file, begin, new JournalSnapshot(pod, hooks, events));
    }

    /// Whether the disk has no room for more than the stops.
    public boolean isLow() {
        return file.isLow();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
