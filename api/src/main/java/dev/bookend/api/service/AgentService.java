package dev.bookend.api.service;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.life.DeletedPods;
import dev.bookend.agent.life.PodSupervisor;
import dev.bookend.agent.state.Machine;
import dev.bookend.api.endpoint.DrainEndpoint;
import dev.bookend.api.endpoint.PodEndpoints;
import dev.bookend.api.health.AgentHealth;
import dev.bookend.api.health.Metrics;
import dev.bookend.api.object.Admission;
import dev.bookend.api.object.Deletions;
import dev.bookend.api.object.Listings;
import dev.bookend.api.object.ManifestsDirectory;
import dev.bookend.api.object.NamespaceKeeper;
import dev.bookend.api.object.OpenApi;
import dev.bookend.api.object.PlainAdmission;
import dev.bookend.api.object.Watches;
import dev.bookend.api.object.Writes;
import dev.bookend.api.pod.Clerk;
import dev.bookend.api.pod.EventRecorder;
import dev.bookend.api.pod.FoundPods;
import dev.bookend.api.pod.NodeObject;
import dev.bookend.api.pod.PodAdmission;
import dev.bookend.api.pod.PodKeeper;
import dev.bookend.api.pod.PodReport;
import dev.bookend.api.pod.PodStatusJson;
import dev.bookend.api.pod.SeenPods;
import dev.bookend.api.pod.StoredObjects;
import dev.bookend.api.recreate.ImageKeeper;
import dev.bookend.api.recreate.RecreateDesk;
import dev.bookend.api.recreate.RecreateKeeper;
import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.Credentials;
import dev.bookend.api.serve.Headers;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.KeptPort;
import dev.bookend.api.serve.Limits;
import dev.bookend.api.serve.LoopbackServer;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// The agent as a service: objects, the pods that live by them, and the API in front.
public final class AgentService implements AutoCloseable {
    private static final Duration HEARTBEAT = Duration.ofSeconds(60);

    private final AgentPlace place;
    private final Settings settings;
    private final ObjectStore store;
    private final StoredObjects objects;
    private final Duties duties;
    private final Aside aside;
    private final Clerk clerk;
    private final Metrics metrics = new Metrics();
    private final PodKeeper keeper;
    private final FoundPods found;
    private final DeletedPods deleted;
    private final RecreateKeeper requests;
    private final NamespaceKeeper namespaces;
    private final ImageKeeper images;
    private final Writes writes;
    private final Deletions deletions;
    private final LoopbackServer server;
    private Optional<ManifestsDirectory> manifests = Optional.empty();

    /// How the service is set up.
    ///
    /// @param port where the API listens; 0 for where it was before, or any port that is free
    /// @param log takes what an operator should read
    public record Settings(
            int port, Optional<Path> manifests, String version, Consumer<String> log) {}

    private AgentService(AgentPlace place, Settings settings) throws IOException, ApiError {
        this.settings = settings;
        duties = new Duties(settings.log());
        duties.watch(place.watch().duty());
        aside = new Aside(settings.log());
        clerk = new Clerk(duties, settings.log());
        var directory = directory(place);
        store = ObjectStore.open(directory.resolve("objects"));
        store.excess().ifPresent(settings.log());
        objects = new StoredObjects(store, settings.log());
        this.place =
                new AgentPlace(
                        place.state(), place.runtime(), place.watch(), place.time(), objects);
        var time = place.time();
        var node = NodeObject.name();
        showNode();
        var seen = new SeenPods();
        var recreations = new RecreateDesk(store, clerk, seen, time);
        var desk = desk(new EventRecorder(store, node), seen, recreations);
        deleted = new DeletedPods(this.place);
        found = new FoundPods(this.place, desk, node, this::makeNamespace);
        keeper = new PodKeeper(desk, new PodSupervisor(this.place), node, found, aside);
        var listings = new Listings(store, time);
        writes = new Writes(store, admissions(node, recreations), time);
        deletions = new Deletions(store, time);
        requests =
                new RecreateKeeper(
                        new RecreateKeeper.Objects(store, deletions, metrics, aside),
                        keeper,
                        seen,
                        time);
        namespaces = new NamespaceKeeper(store, deletions, aside);
        images = new ImageKeeper(store, writes, settings.log());
        var verbs =
                new ApiHandler.Verbs(
                        store, listings, new Watches(store, time), writes, deletions, time);
        server = serve(directory, verbs);
    }

    private PodReport.Desk desk(EventRecorder events, SeenPods seen, RecreateDesk recreations) {
        return new PodReport.Desk(
                store,
                clerk,
                events,
                metrics,
                seen,
                recreations,
                place.time(),
                Machine.address(),
                settings.log());
    }

    private LoopbackServer serve(Path directory, ApiHandler.Verbs verbs) throws IOException {
        var time = place.time();
        var places =
                new ApiHandler.Places(
                        new ApiHandler.About(
                                settings.version(),
                                metrics,
                                new AgentHealth(keeper, duties, directory)),
                        new OpenApi(),
                        new PodEndpoints(store, keeper, time),
                        new DrainEndpoint(store, keeper, time));
        var credentials = Credentials.open(directory, time.instant());
        var handler = new ApiHandler(credentials, verbs, places);
        var started =
                new KeptPort(directory.resolve("port"), settings.port())
                        .start(
                                port ->
                                        LoopbackServer.start(
                                                port,
                                                credentials.tls(),
                                                handler,
                                                Limits.STANDARD,
                                                duties),
                                settings.log());
        Credentials.writePrivate(kubeconfig(), credentials.kubeconfig(started.port()));
        return started;
    }

    private static Path directory(AgentPlace place) throws IOException {
        var mode = PosixFilePermissions.fromString("rwx------");
        return Files.createDirectories(
                place.state().root().resolve("api"), PosixFilePermissions.asFileAttribute(mode));
    }

    /// Begins to serve, and goes on with all pods that are there.
    public static AgentService start(AgentPlace place, Settings settings) throws IOException {
        try {
            var service = new AgentService(place, settings);
            service.begin();
            return service;
        } catch (ApiError error) {
            throw new IOException(error.getMessage(), error);
        }
    }

    private static Map<ResourceType, Admission> admissions(String node, RecreateDesk recreations) {
        var all = new EnumMap<ResourceType, Admission>(ResourceType.class);
        for (var type : ResourceType.values()) {
            all.put(type, new PlainAdmission(type));
        }
        all.put(ResourceType.PODS, new PodAdmission(node));
        all.put(ResourceType.RECREATE_REQUESTS, recreations);
        return all;
    }

    private void begin() throws ApiError, IOException {
        unlessFull(() -> makeNamespace("default"));
        found.look();
        reviveDrained();
        objects.start(duties);
        keeper.start(duties);
        images.start(duties);
        requests.start(duties);
        namespaces.start(duties);
        if (settings.manifests().isPresent()) {
            var written = new ManifestsDirectory.Objects(store, writes, deletions);
            var directory =
                    new ManifestsDirectory(settings.manifests().get(), written, settings.log());
            directory.start(place.watch(), duties);
            manifests = Optional.of(directory);
        }
        duties.begin("heartbeat", this::beat);
    }

    private interface Step {
        void run() throws ApiError;
    }

    /// A disk or a store that is full keeps no agent from its pods.
    private static void unlessFull(Step step) throws ApiError {
        try {
            step.run();
        } catch (ApiError error) {
            if (!error.isOfTheDisk()) {
                throw error;
            }
        }
    }

    private void showNode() throws ApiError {
        unlessFull(() -> NodeObject.refresh(store, settings.version(), place.time().instant()));
    }

    private void beat() throws InterruptedException {
        while (true) {
            Thread.sleep(HEARTBEAT);
            lookAfter();
        }
    }

    private void lookAfter() {
        refresh();
        found.look();
        deleted.prune(this::isPod);
    }

    private boolean isPod(String uid) {
        return store.list(ResourceType.PODS, Optional.empty()).objects().stream()
                .anyMatch(it -> Metadata.uid(it).equals(uid));
    }

    private void refresh() {
        clerk.ifRoom(() -> NodeObject.refresh(store, settings.version(), place.time().instant()));
    }

    private void makeNamespace(String name) throws ApiError {
        var key = new ObjectKey(ResourceType.NAMESPACES, "", name);
        if (store.get(key).isEmpty()) {
            var given =
                    Json.object().put("metadata", Json.object().put("name", name).done()).done();
            var request = new HttpRequest("POST", "/api/v1/namespaces", Map.of(), new Headers());
            var route = new Route(ResourceType.NAMESPACES, Optional.empty(), Optional.empty(), "");
            writes.create(request, route, given, settings.log());
        }
    }

    /// Pods that were ended for a shutdown live again, as new pods of the same name. One that has
    /// not ended yet goes on to its end.
    private void reviveDrained() throws ApiError {
        for (var pod : store.list(ResourceType.PODS, Optional.empty()).objects()) {
            if (pod.at("metadata", "annotations", PodAdmission.DRAINED).isPresent()
                    && !keeper.isAlive(pod)) {
                store.change(
                        ObjectKey.of(ResourceType.PODS, pod),
                        it -> Metadata.isDeleting(it) ? Optional.empty() : Optional.of(revived(it)),
                        ObjectStore.Durability.SYNCED);
            }
        }
    }

    private Json.Obj revived(Json.Obj pod) {
        var plain = Trees.without(pod, "metadata", "annotations", PodAdmission.DRAINED);
        var fresh = Trees.with(plain, Json.of(UUID.randomUUID().toString()), "metadata", "uid");
        var created = Json.of(Ages.time(place.time().instant()));
        return Trees.with(
                Trees.with(fresh, created, "metadata", "creationTimestamp"),
                PodStatusJson.pending(fresh),
                "status");
    }

    public int port() {
        return server.port();
    }

    public Path kubeconfig() {
        return place.state().root().resolve("kubeconfig");
    }

    /// What is counted about the pods.
    public Metrics metrics() {
        return metrics;
    }

    /// What is not being done any more, if only a new process may help.
    public Optional<String> hopeless() {
        return duties.hopeless();
    }

    /// Leaves; the pods live on.
    @Override
    public void close() throws IOException {
        manifests.ifPresent(ManifestsDirectory::close);
        requests.close();
        namespaces.close();
        images.close();
        keeper.close();
        objects.close();
        server.close();
        clerk.close();
        duties.close();
        store.close();
    }
}
