package dev.bookend.agent;

import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.Event.PodAccepted;
import dev.bookend.lifecycle.Event.SandboxLost;
import dev.bookend.lifecycle.Step;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/// A journal in a file of checksummed lines, each written by one call before anybody acts.
///
/// The file is kept longer than its text by a reserve of zeros. When the disk is full the reserve
/// takes the records of the stops that must go on, and [#isLow] says that nothing may be started.
///
/// It uses a file whose writes an interrupt cannot tear. Called by the pod's own thread; [#isLow]
/// by any.
public final class FileJournal implements Journal, AutoCloseable {
    private static final int RESERVE = 64 * 1024;

    private final RandomAccessFile file;
    private final String boot;
    private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();
    private long end;
    private long reserved;
    private volatile boolean low;

    private FileJournal(RandomAccessFile file, String boot, long end) throws IOException {
        this.file = file;
        this.boot = boot;
        this.end = end;
        reserved = file.length();
    }

    /// Begins a journal; a file of that name is replaced.
    public static FileJournal create(Path path, JournalHeader header) throws IOException {
        var file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(0);
        var journal = new FileJournal(file, header.boot(), 0);
        file.write(new byte[RESERVE]);
        journal.reserved = RESERVE;
        journal.unwritten.writeBytes(JournalLine.of(header.text()));
        journal.write();
        return journal;
    }

    /// Goes on with a journal behind its last good record.
    ///
    /// @param boot the machine's present boot
    public static FileJournal reopen(Path path, RecordedLife life, String boot) throws IOException {
        var file = new RandomAccessFile(path.toFile(), "rw");
        if (file.length() > life.end()) {
            file.setLength(life.end());
        }
        var journal = new FileJournal(file, boot, life.end());
        journal.makeRoom();
        return journal;
    }

    @Override
    public void append(Event event, Step step) {
        if (event instanceof SandboxLost) {
            unwritten.writeBytes(JournalLine.ofBoot(boot));
        }
        unwritten.writeBytes(JournalLine.of(event, step));
        JournalLine.ofEnd(step.pod()).ifPresent(unwritten::writeBytes);
        write();
        if (event instanceof PodAccepted) {
            Thread.ofVirtual().name("journal-sync").start(this::sync);
        }
        if (step.pod().ended()) {
            finish();
        }
    }

    /// Whether the disk has no room for more than the stops.
    public boolean isLow() {
        return low;
    }

    private void write() {
        makeRoom();
        try {
            file.seek(end);
            file.write(unwritten.toByteArray());
            end += unwritten.size();
            unwritten.reset();
        } catch (IOException _) {
            low = true;
        }
    }

    private void makeRoom() {
        if (reserved - end - unwritten.size() >= RESERVE / 2) {
            return;
        }
        try {
            file.seek(reserved);
            file.write(new byte[RESERVE]);
            reserved += RESERVE;
            low = false;
        } catch (IOException _) {
            low = true;
        }
    }

    private void sync() {
        try {
            file.getFD().sync();
        } catch (IOException _) {
            low = true;
        }
    }

    private void finish() {
        try {
            file.setLength(end);
        } catch (IOException _) {
            low = true;
        }
        sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
