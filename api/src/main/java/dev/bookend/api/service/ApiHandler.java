package dev.bookend.api.service;

import dev.bookend.api.endpoint.DrainEndpoint;
import dev.bookend.api.endpoint.PodEndpoints;
import dev.bookend.api.health.AgentHealth;
import dev.bookend.api.health.Metrics;
import dev.bookend.api.object.Bodies;
import dev.bookend.api.object.Deletions;
import dev.bookend.api.object.Discovery;
import dev.bookend.api.object.Listings;
import dev.bookend.api.object.OpenApi;
import dev.bookend.api.object.Reviews;
import dev.bookend.api.object.Tables;
import dev.bookend.api.object.Watches;
import dev.bookend.api.object.Writes;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.MemoryRoom;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Route;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.Credentials;
import dev.bookend.api.serve.HttpHandler;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.api.serve.Reply;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers requests by Kubernetes' conventions.
final class ApiHandler implements HttpHandler {
    private static final Set<String> FORMS = Set.of("application/json", "application/*", "*/*", "");
    private static final String YAML = "application/yaml";
    private static final Set<String> FORMS_AND_YAML =
            Stream.concat(FORMS.stream(), Stream.of(YAML)).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> STREAMS = Set.of("log", "exec");

    /// A value of two letters takes some eighty bytes, and there is a limit to their number.
    private static final int READ = 40;

    private static final int MOST_IN_GET = 1024;
    private static final long MOST_READ = 16L * 1024 * 1024;

    private final MemoryRoom bodies = new MemoryRoom(5, "large requests");
    private final MemoryRoom lists = new MemoryRoom(16, "large lists");
    private final Credentials credentials;
    private final Verbs verbs;
    private final Places places;

    /// What requests are answered with.
    record Verbs(
            ObjectStore store,
            Listings listings,
            Watches watches,
            Writes writes,
            Deletions deletions,
            InstantSource time) {}

    /// The places that are no objects.
    ///
    /// @param drain ends all pods in order; the answer says what came of it
    record Places(About about, OpenApi openApi, PodEndpoints pods, DrainEndpoint drain) {}

    /// What the agent says of itself.
    record About(String version, Metrics metrics, AgentHealth health) {}

    ApiHandler(Credentials credentials, Verbs verbs, Places places) {
        this.credentials = credentials;
        this.verbs = verbs;
        this.places = places;
    }

    @Override
    public boolean admit(HttpRequest request, Reply reply) throws IOException {
        if (credentials.admits(request)) {
            return true;
        }
        var error =
                new ApiError(401, "Unauthorized", "Unauthorized: the token of the agent is needed");
        reply.header("WWW-Authenticate", "Bearer").json(401, error.status());
        return false;
    }

    @Override
    public void handle(HttpRequest request, byte[] body, Reply reply)
            throws IOException, InterruptedException {
        try {
            answerInTurn(request, body, reply);
        } catch (ApiError error) {
            if (reply.isBegun()) {
                throw new IOException("the answer had begun", error);
            }
            reply.json(error.code(), error.status());
        } catch (RuntimeException | StackOverflowError fault) {
            if (reply.isBegun()) {
                throw new IOException("the answer had begun", fault);
            }
            var error = ApiError.internal("a fault in bookend: " + fault);
            reply.json(error.code(), error.status());
        }
    }

    /// What is made of a body takes many times its size.
    private void answerInTurn(HttpRequest request, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        if (request.method().equals("GET") && body.length > MOST_IN_GET) {
            throw new ApiError(413, "RequestEntityTooLarge", "a GET has no body; leave it out");
        }
        var read = Math.min((long) body.length * READ, MOST_READ + 4L * body.length);
        try (var _ = bodies.take(read)) {
            answer(request, body, reply);
        }
    }

    private void answer(HttpRequest request, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var route = Route.of(request.path());
        if (route.isPresent()) {
            resource(request, route.get(), body, reply);
        } else if (request.path().equals("/bookend/drain") && request.method().equals("POST")) {
            places.drain().drain(request, reply);
        } else {
            document(request, reply);
        }
    }

    private void document(HttpRequest request, Reply reply) throws ApiError, IOException {
        var path = request.path();
        if (request.method().equals("POST")) {
            reply.json(201, Reviews.at(path).orElseThrow(() -> ApiError.noSuchPath(path)));
            return;
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            throw ApiError.noSuchPath(path);
        }
        switch (path) {
            case "/healthz", "/livez" -> health(places.about().health().sickness(), reply);
            case "/readyz" -> health(places.about().health().hindrance(), reply);
            case "/metrics" ->
                    reply.text(200, "text/plain; version=0.0.4", places.about().metrics().text());
            case "/openapi/v2" -> OpenApi.old(request, reply);
            case "/version" -> reply.json(200, Discovery.version(places.about().version()));
            default -> {
                var json =
                        path.startsWith("/openapi/v3")
                                ? places.openApi().at(path)
                                : Discovery.at(path);
                reply.json(200, json.orElseThrow(() -> ApiError.noSuchPath(path)));
            }
        }
    }

    private static void health(Optional<String> problem, Reply reply) throws IOException {
        reply.text(problem.isEmpty() ? 200 : 503, "text/plain", problem.orElse("ok"));
    }

    /// The first form that the client asks for and that is served; a client that takes others only
    /// must learn of it. Changes are told in JSON only, line by line.
    private static void chooseForm(HttpRequest request, Reply reply) throws ApiError {
        var asked =
                request.headers().all("Accept").stream()
                        .flatMap(it -> Stream.of(it.split(",", -1)))
                        .map(it -> it.split(";", 2)[0].strip())
                        .toList();
        var served = request.isSet("watch") ? FORMS : FORMS_AND_YAML;
        var chosen = asked.stream().filter(served::contains).findFirst();
        if (!asked.isEmpty() && chosen.isEmpty()) {
            throw new ApiError(
                    406,
                    "NotAcceptable",
                    "only the following media types are accepted: application/json"
                            + (request.isSet("watch") ? "" : ", " + YAML));
        }
        if (chosen.filter(YAML::equals).isPresent()) {
            reply.asYaml();
        }
    }

    private void resource(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        if (!STREAMS.contains(route.sub())) {
            chooseForm(request, reply);
        }
        if (route.name().isEmpty()) {
            collection(request, route, body, reply);
        } else {
            switch (route.sub()) {
                case "" -> object(request, route, body, reply);
                case "status" -> {
                    if (!route.type().hasStatus()) {
                        throw ApiError.noSuchPath(request.path());
                    }
                    status(request, route, body, reply);
                }
                case "log" -> {
                    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
                        throw notAllowed(request);
                    }
                    places.pods().log(request, pod(route, request), reply);
                }
                case "exec" -> places.pods().exec(request, pod(route, request), reply);
                case "attach", "portforward", "eviction", "binding", "proxy" ->
                        throw new ApiError(
                                404,
                                "NotFound",
                                "pods/%s is not served by bookend's local API"
                                        .formatted(route.sub()));
                default -> throw ApiError.noSuchPath(request.path());
            }
        }
    }

    private Json.Obj pod(Route route, HttpRequest request) throws ApiError {
        if (route.type() != ResourceType.PODS) {
            throw ApiError.noSuchPath(request.path());
        }
        return stored(route);
    }

    private Json.Obj stored(Route route) throws ApiError {
        return verbs.store().get(route.key()).orElseThrow(() -> ApiError.notFound(route.key()));
    }

    private void collection(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        switch (request.method()) {
            case "GET" -> {
                if (request.isSet("watch")) {
                    verbs.watches().watch(request, route, reply);
                } else {
                    list(request, route, reply);
                }
            }
            case "POST" -> {
                var given = Bodies.object(request, body);
                var made = verbs.writes().create(request, route, given, reply::warn);
                reply.json(201, shown(request, route, made));
            }
            case "DELETE" -> deleteAll(request, route, body, reply);
            default -> throw notAllowed(request);
        }
    }

    private void deleteAll(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var selected = verbs.listings().selected(request, route);
        try (var _ = lists.take(selected.weight())) {
            var gone = verbs.deletions().deleteAll(request, route, body, selected);
            reply.list(gone.head(), gone.name(), gone.objects(), gone.shown());
        }
    }

    private void list(HttpRequest request, Route route, Reply reply)
            throws ApiError, IOException, InterruptedException {
        var page = verbs.listings().list(request, route);
        try (var _ = lists.take(page.weight())) {
            reply.list(page.head(), page.name(), page.objects(), page.shown());
        }
    }

    private void object(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError, IOException, InterruptedException {
        switch (request.method()) {
            case "GET" -> {
                if (request.isSet("watch")) {
                    verbs.watches().watch(request, route, reply);
                } else {
                    reply.json(200, shown(request, route, stored(route)));
                }
            }
            case "PUT", "PATCH" ->
                    reply.json(200, shown(request, route, changed(request, route, body, reply)));
            case "DELETE" -> reply.json(200, verbs.deletions().delete(request, route, body));
            default -> throw notAllowed(request);
        }
    }

    private void status(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError, IOException {
        switch (request.method()) {
            case "GET" -> reply.json(200, shown(request, route, stored(route)));
            case "PUT", "PATCH" -> reply.json(200, changed(request, route, body, reply));
            default -> throw notAllowed(request);
        }
    }

    private Json.Obj changed(HttpRequest request, Route route, byte[] body, Reply reply)
            throws ApiError {
        return request.method().equals("PUT")
                ? verbs.writes().update(request, route, Bodies.object(request, body), reply::warn)
                : verbs.writes().patch(request, route, body, reply::warn);
    }

    private Json shown(HttpRequest request, Route route, Json.Obj object) {
        var metadata =
                Json.object()
                        .put("resourceVersion", Trees.text(object, "metadata", "resourceVersion"))
                        .done();
        Optional<Json> table =
                Tables.wanted(request, route.type(), verbs.time().instant())
                        .map(it -> it.of(List.of(object), metadata, true));
        return table.orElse(object);
    }

    private static ApiError notAllowed(HttpRequest request) {
        return ApiError.notAllowed(
                "the server does not allow this method on the requested resource: %s %s"
                        .formatted(request.method(), request.path()));
    }
}
