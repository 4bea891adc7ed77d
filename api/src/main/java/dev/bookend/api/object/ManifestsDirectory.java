package dev.bookend.api.object;

import dev.bookend.agent.container.Unsupported;
import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.Headers;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.read.WorkloadKind;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.ManifestSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/// Keeps objects as the files of a directory say: a file added, changed or removed is a pod
/// created, replaced or deleted in order. A file that cannot be taken changes nothing.
public final class ManifestsDirectory implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration SETTLE = Duration.ofMillis(50);
    private static final int ALREADY_THERE = 409;
    private static final String FILE = "bookend.dev/manifest-file";
    private static final String HASH = "kubernetes.io/config.hash";
    private static final List<ResourceType> TYPES =
            List.of(
                    ResourceType.CONFIG_MAPS,
                    ResourceType.SECRETS,
                    ResourceType.SERVICES,
                    ResourceType.PODS);

    private final Path directory;
    private final Objects objects;
    private final Consumer<String> log;
    private final ManifestJudge judge = new ManifestJudge(Home.EMBEDDED, Set.of());
    private final Semaphore news = new Semaphore(1);
    private final Map<String, String> complaints = new HashMap<>();
    private final Aside aside;
    private final List<Duty> duties = new ArrayList<>();

    /// What the directory's objects are written with.
    public record Objects(ObjectStore store, Writes writes, Deletions deletions) {}

    /// What all good files want, and which files are bad.
    private record Wanted(Map<ObjectKey, Json.Obj> objects, Set<String> bad) {}

    public ManifestsDirectory(Path directory, Objects objects, Consumer<String> log) {
        this.directory = directory;
        this.objects = objects;
        this.log = log;
        aside = new Aside(log);
    }

    public void start(DirectoryWatch watch, Duties watched) throws IOException {
        watch.on(directory, news::release);
        duties.add(watched.begin("manifests", this::run));
        duties.add(watched.begin("manifests-feed", this::listen));
    }

    private void run() throws InterruptedException {
        while (true) {
            news.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            Thread.sleep(SETTLE);
            news.drainPermits();
            sync();
        }
    }

    /// A pod that went may have been waited for by its next version.
    private void listen() throws ApiError, InterruptedException {
        while (true) {
            try (var feed =
                    objects.store().watch(it -> TYPES.contains(it.type()), Optional.empty())) {
                while (!feed.isCut()) {
                    feed.next(LOOK)
                            .filter(it -> it.after().isEmpty())
                            .ifPresent(_ -> news.release());
                }
            }
        }
    }

    private void sync() {
        var files = files();
        if (files.isEmpty()) {
            return;
        }
        var wanted = new Wanted(new LinkedHashMap<>(), new HashSet<>());
        files.get().forEach(file -> tryToRead(file, wanted));
        complaints.keySet().retainAll(names(files.get()));
        for (var type : TYPES) {
            for (var object : objects.store().list(type, Optional.empty()).objects()) {
                var key = ObjectKey.of(type, object);
                aside.handled(key.toString(), () -> removeUnlessWanted(key, object, wanted));
            }
        }
        wanted.objects().forEach((key, it) -> aside.handled(key.toString(), () -> ensure(key, it)));
    }

    private static Set<String> names(List<Path> files) {
        var names = new HashSet<String>();
        files.forEach(it -> names.add(String.valueOf(it.getFileName())));
        return names;
    }

    /// The files in the order of their names; empty if the directory cannot be read, so that a
    /// directory that is away for a moment ends nothing.
    private Optional<List<Path>> files() {
        try (var list = Files.list(directory)) {
            var files = list.filter(ManifestsDirectory::isManifest).sorted().toList();
            complaints.remove("");
            return Optional.of(files);
        } catch (IOException failure) {
            complain("", "the directory cannot be read: %s; nothing changes".formatted(failure));
            return Optional.empty();
        }
    }

    private static boolean isManifest(Path file) {
        var name = String.valueOf(file.getFileName());
        return !name.startsWith(".")
                && (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"))
                && Files.isRegularFile(file);
    }

    private static String sentence(LocatedFinding found) {
        return "line %d: %s".formatted(found.at().line(), found.finding().sentence());
    }

    private static Optional<String> unsupported(ManifestJudge.Verdict verdict) {
        return verdict.pods().stream()
                .flatMap(it -> Unsupported.in(it.document().pod()).stream())
                .findFirst()
                .map(Finding::sentence);
    }

    private void tryToRead(Path path, Wanted wanted) {
        if (!aside.handled(path.toString(), () -> read(path, wanted))) {
            wanted.bad().add(String.valueOf(path.getFileName()));
        }
    }

    private void read(Path path, Wanted wanted) {
        var file = String.valueOf(path.getFileName());
        var verdict = judge.judge(ManifestReader.read(ManifestSource.of(path)));
        var problem =
                verdict.findings().stream()
                        .filter(it -> it.finding().isError())
                        .findFirst()
                        .map(ManifestsDirectory::sentence)
                        .or(() -> unsupported(verdict))
                        .or(() -> notAPod(verdict));
        if (problem.isPresent()) {
            wanted.bad().add(file);
            complain(file, problem.get() + "; the file changes nothing until it is corrected");
            return;
        }
        complaints.remove(file);
        verdict.pods().forEach(it -> want(ResourceType.PODS, it.document().json(), file, wanted));
        verdict.file()
                .others()
                .forEach(
                        it ->
                                ResourceType.ofKind(it.kind())
                                        .filter(TYPES::contains)
                                        .ifPresent(type -> want(type, it.json(), file, wanted)));
    }

    private static Optional<String> notAPod(ManifestJudge.Verdict verdict) {
        return verdict.pods().stream()
                .map(it -> it.document())
                .filter(
                        it ->
                                it.kind() != WorkloadKind.POD
                                        || Trees.text(it.json(), "metadata", "name").isEmpty())
                .findFirst()
                .map(
                        it ->
                                "a %s without a name, or of another kind than Pod, is not run from"
                                                .formatted(it.kind().word())
                                        + " a directory; write a Pod with a name");
    }

    private void want(ResourceType type, Json json, String file, Wanted wanted) {
        var object = (Json.Obj) json;
        var placed = Trees.withDefault(object, Json.of("default"), "metadata", "namespace");
        var marked = Trees.with(placed, Json.of(file), "metadata", "annotations", FILE);
        marked =
                Trees.with(
                        marked,
                        Json.of("file"),
                        "metadata",
                        "annotations",
                        "kubernetes.io/config.source");
        marked = Trees.with(marked, Json.of(hash(placed)), "metadata", "annotations", HASH);
        var key = ObjectKey.of(type, placed);
        if (wanted.objects().putIfAbsent(key, marked) != null) {
            complain(file, "%s is in another file too; that one counts".formatted(key));
        }
    }

    private static String hash(Json object) {
        var crc = new CRC32C();
        crc.update(object.line().getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    private static String annotation(Json object, String name) {
        return Trees.text(object, "metadata", "annotations", name);
    }

    private void removeUnlessWanted(ObjectKey key, Json.Obj object, Wanted wanted) {
        var file = annotation(object, FILE);
        if (file.isEmpty()
                || wanted.bad().contains(file)
                || wanted.objects().containsKey(key)
                || Metadata.isDeleting(object)) {
            return;
        }
        delete(key);
    }

    private void delete(ObjectKey key) {
        try {
            objects.deletions().delete(key, OptionalLong.empty());
        } catch (ApiError _) {
            // It is gone already.
        }
    }

    private void ensure(ObjectKey key, Json.Obj wanted) {
        var file = annotation(wanted, FILE);
        var found = objects.store().get(key);
        try {
            if (found.isEmpty()) {
                create(key, wanted);
            } else if (annotation(found.get(), FILE).isEmpty()) {
                complain(file, "%s was made by somebody else and is left alone".formatted(key));
            } else if (!annotation(found.get(), HASH).equals(annotation(wanted, HASH))
                    && !Metadata.isDeleting(found.get())) {
                replace(key, wanted);
            }
        } catch (ApiError error) {
            complain(file, String.valueOf(error.getMessage()));
        }
    }

    private void create(ObjectKey key, Json.Obj wanted) throws ApiError {
        makeNamespace(key.namespace());
        objects.writes().create(request(), route(key), wanted, _ -> {});
    }

    /// A pod is ended in order and made anew; everything else is changed in its place.
    private void replace(ObjectKey key, Json.Obj wanted) throws ApiError {
        if (key.type() == ResourceType.PODS) {
            rehearse(key, wanted);
            delete(key);
        } else {
            objects.writes().update(request(), route(key), wanted, _ -> {});
        }
    }

    /// Nothing is ended for the sake of a pod that would be refused.
    private void rehearse(ObjectKey key, Json.Obj wanted) throws ApiError {
        var dry = new HttpRequest("POST", "", Map.of("dryRun", List.of("All")), new Headers());
        try {
            objects.writes().create(dry, route(key), wanted, _ -> {});
        } catch (ApiError error) {
            if (error.code() != ALREADY_THERE) {
                throw error;
            }
        }
    }

    private void makeNamespace(String name) throws ApiError {
        var key = new ObjectKey(ResourceType.NAMESPACES, "", name);
        if (objects.store().get(key).isEmpty()) {
            var given =
                    Json.object().put("metadata", Json.object().put("name", name).done()).done();
            objects.writes().create(request(), route(key), given, _ -> {});
        }
    }

    private static HttpRequest request() {
        return new HttpRequest("POST", "", Map.of(), new Headers());
    }

    private static Route route(ObjectKey key) {
        var namespace = Optional.of(key.namespace()).filter(it -> !it.isEmpty());
        return new Route(key.type(), namespace, Optional.of(key.name()), "");
    }

    /// Says once what is wrong with a file.
    private void complain(String file, String says) {
        if (!says.equals(complaints.put(file, says))) {
            log.accept("%s: %s".formatted(directory.resolve(file), says));
        }
    }

    @Override
    public void close() {
        duties.forEach(Duty::close);
    }
}
