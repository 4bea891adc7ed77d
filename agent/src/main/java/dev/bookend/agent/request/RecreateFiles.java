package dev.bookend.agent.request;

import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.recreate.RecreateReader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Requests that other processes leave in a pod's directory for its owner: accepted objects, one a
/// file. A file stays until the request is in the journal, so that no crash can lose it.
///
/// Any thread may call it.
public final class RecreateFiles {
    private static final String PREFIX = "recreate-";
    private static final String SUFFIX = ".json";
    private static final long MOST_BYTES = 1024 * 1024;

    private final PodDirectory directory;
    private final Map<RequestId, Path> heard = new HashMap<>();

    public RecreateFiles(PodDirectory directory) {
        this.directory = directory;
    }

    static void leave(PodDirectory directory, Json object) throws IOException {
        var file = PREFIX + RecreateReader.id(object).uid() + SUFFIX;
        PodDirectory.replace(directory.requests().resolve(file), object.line());
    }

    /// The requests that were not heard before.
    public synchronized List<RecreateRequest> news() {
        var news = new ArrayList<RecreateRequest>();
        for (var file : files(directory)) {
            read(file)
                    .ifPresentOrElse(
                            request -> {
                                if (heard.putIfAbsent(request.id(), file) == null) {
                                    news.add(request);
                                }
                            },
                            () -> remove(file));
        }
        return news;
    }

    /// Looks on for this, before another watcher.
    public PodWatcher before(PodWatcher behind) {
        return new PodWatcher() {
            @Override
            public void told(PodPlan plan, Notice notice) {
                behind.told(plan, notice);
            }

            @Override
            public void changed(PodPlan plan, PodState pod) {
                clear(pod);
                behind.changed(plan, pod);
            }
        };
    }

    /// Removes the files of requests that the pod knows, and so its journal too.
    private synchronized void clear(PodState pod) {
        if (!heard.isEmpty()) {
            heard.entrySet().stream()
                    .filter(each -> pod.recreations().containsKey(each.getKey()))
                    .forEach(each -> remove(each.getValue()));
        }
    }

    /// Removes what was left for a pod that is no more.
    public static void clear(PodDirectory directory) {
        files(directory).forEach(RecreateFiles::remove);
    }

    private static List<Path> files(PodDirectory directory) {
        try (var files = Files.newDirectoryStream(directory.requests(), PREFIX + "*" + SUFFIX)) {
            var all = new ArrayList<Path>();
            files.forEach(all::add);
            all.sort(Path::compareTo);
            return all;
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<RecreateRequest> read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            return JsonRead.of(Files.readString(file)) instanceof JsonRead.Value(var object)
                    ? RecreateReader.accepted(object)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // A request that is known already is no news, so that its file does no harm.
        }
    }
}
