package dev.bookend.runtime.process.wire;

import dev.bookend.runtime.GuardedFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// File work by children of the spawner: they live among the mapped users, and have the system
/// calls that follow no link, which Java lacks.
public final class SpawnedFiles implements GuardedFiles {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration REMOVAL_LIMIT = Duration.ofSeconds(5);

    /// Well below what the spawner takes, with room for the fields of a step.
    private static final int MOST_BYTES = 200 * 1024;

    private static final int CHUNK = MOST_BYTES / 4;

    private final Spawner spawner;

    public SpawnedFiles(Spawner spawner) {
        this.spawner = spawner;
    }

    @Override
    public void perform(List<Step> steps) throws IOException {
        var batch = new Fields();
        for (var step : steps) {
            batch = with(batch, step);
        }
        send(batch);
    }

    @Override
    public void remove(Path tree) {
        try {
            spawner.ask(FrameType.REMOVE, tree, REMOVAL_LIMIT);
        } catch (IOException _) {
            // What is left costs some space and nothing else.
        }
    }

    private Fields with(Fields batch, Step step) throws IOException {
        return switch (step) {
            case Step.Directory(var path, var mode, var group) ->
                    owned(next(batch, "directory", path), mode, group);
            case Step.NewFile file -> written(batch, file);
            case Step.Link(var path, var target) -> next(batch, "link", path).with("text", target);
            case Step.Rename(var path, var name) -> next(batch, "rename", path).with("text", name);
            case Step.MemoryMount(var path, var options) ->
                    next(batch, "memory", path).with("text", options);
            case Step.Unmount(var path) -> next(batch, "unmount", path);
            case Step.Remove(var path) -> next(batch, "remove", path);
        };
    }

    /// A large file is made with its first bytes, and grows by the rest.
    private Fields written(Fields batch, Step.NewFile file) throws IOException {
        var fields = batch;
        var size = file.content().remaining();
        for (var from = 0; from == 0 || from < size; from += CHUNK) {
            var bytes = new byte[Math.min(CHUNK, size - from)];
            file.content().get(file.content().position() + from, bytes);
            fields = next(fields, from == 0 ? "write" : "append", file.path());
            fields.with("text", HexFormat.of().formatHex(bytes));
            owned(fields, file.mode(), file.group());
        }
        return fields;
    }

    private static Fields owned(Fields fields, int mode, Optional<Long> group) {
        fields.with("mode", mode);
        group.ifPresent(id -> fields.with("group", id));
        return fields;
    }

    private Fields next(Fields batch, String step, Path path) throws IOException {
        var fields = batch;
        if (batch.size() > MOST_BYTES - 3 * CHUNK) {
            send(batch);
            fields = new Fields();
        }
        return fields.with("step", step).with("path", path);
    }

    private void send(Fields batch) throws IOException {
        if (batch.size() > 0) {
            spawner.ask(FrameType.FILES, batch, LIMIT);
        }
    }
}
