package dev.bookend.cli.run;

import dev.bookend.agent.state.StateDirectory;
import dev.bookend.cli.input.GivenPods;
import dev.bookend.lifecycle.life.JobProgress;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.CRC32C;

/// What is kept of a Job while it is run, so that a `bookend` that dies does not make it begin
/// anew.
///
/// @param digest tells this Job from another one of its name
record JobRecord(Path file, String digest) {
    /// How far a Job has come.
    ///
    /// @param began when its first pod was about to begin
    /// @param running the identity of the pod that was begun last and has not been counted
    record Past(JobProgress progress, Instant began, Optional<String> running) {}

    static JobRecord of(StateDirectory state, GivenPods.Job job) {
        var crc = new CRC32C();
        var text = job.template().source() + job.spec();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        var name = job.template().name();
        var file = state.root().resolve("jobs").resolve(name.namespace() + "_" + name.name());
        return new JobRecord(file, "%08x".formatted(crc.getValue()));
    }

    /// Empty if there is none of this Job, or none that can be understood.
    Optional<Past> read() throws IOException {
        var fields = new Properties();
        try {
            fields.load(new StringReader(Files.readString(file)));
            return digest.equals(fields.getProperty("job"))
                    ? Optional.of(past(fields))
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IllegalArgumentException damaged) {
            throw new IOException("its text is damaged: " + damaged.getMessage(), damaged);
        }
    }

    private static Past past(Properties fields) {
        var progress =
                new JobProgress(
                        number(fields, "succeeded"),
                        number(fields, "failed"),
                        number(fields, "failures"));
        return new Past(
                progress,
                Instant.ofEpochMilli(Long.parseLong(fields.getProperty("began", ""))),
                Optional.ofNullable(fields.getProperty("running")));
    }

    private static int number(Properties fields, String name) {
        return Integer.parseInt(fields.getProperty(name, ""));
    }

    /// A crash leaves the old text or the new one.
    void write(Past past) throws IOException {
        var text = new StringBuilder("job=%s%n".formatted(digest));
        text.append("succeeded=%d%n".formatted(past.progress().succeeded()));
        text.append("failed=%d%n".formatted(past.progress().failed()));
        text.append("failures=%d%n".formatted(past.progress().failures()));
        text.append("began=%d%n".formatted(past.began().toEpochMilli()));
        past.running().ifPresent(uid -> text.append("running=%s%n".formatted(uid)));
        var directory = file.resolveSibling("");
        Files.createDirectories(directory);
        var fresh = directory.resolve(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /// The Job is over.
    void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
