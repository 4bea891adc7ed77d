package dev.bookend.operator.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/// An API server as far as the operator needs one: objects with versions, lists, watches, and
/// whatever trouble a test wants to make.
public final class FakeApi implements AutoCloseable {
    private final FakeStore store = new FakeStore();
    private final List<FakeWatch> watches = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Trouble> troubles = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /// One request that goes wrong.
    private record Trouble(Predicate<String> request, int status) {}

    public FakeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public ApiClient client() {
        var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new ApiClient(new ApiAddress(uri, Optional.empty(), Optional.empty()));
    }

    /// The next request such as `GET /api/v1/pods` that begins so is answered with this status.
    public void fail(String beginning, int status) {
        troubles.add(new Trouble(it -> it.startsWith(beginning), status));
    }

    /// All requests so far, without what follows a question mark.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public List<String> writes() {
        return requests.stream().filter(it -> !it.startsWith("GET")).toList();
    }

    public Optional<Json> object(String path) {
        return store.get(path);
    }

    /// What a user, a kubelet or another operator writes.
    public synchronized Json put(String path, Json object) {
        var type = store.get(path).isPresent() ? "MODIFIED" : "ADDED";
        var stored = store.put(path, object);
        tell(path, type, stored);
        return stored;
    }

    public synchronized void delete(String path) {
        store.remove(path).ifPresent(it -> tell(path, "DELETED", it));
    }

    /// Takes it away while nobody hears of it.
    synchronized void deleteUnheard(String path) {
        store.remove(path);
    }

    /// Breaks all connections that watch.
    public synchronized void cutWatches() {
        watches.forEach(FakeWatch::cut);
        watches.clear();
    }

    /// Tells all who watch that their version is too old, and ends their watches.
    public synchronized void expireWatches() {
        watches.forEach(FakeWatch::expire);
        watches.clear();
    }

    public synchronized int watching() {
        return watches.size();
    }

    private void tell(String path, String type, Json object) {
        watches.stream()
                .filter(it -> FakeStore.kind(path).equals(it.kind()))
                .forEach(it -> it.send(type, object));
    }

    private void handle(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
        var request = exchange.getRequestMethod() + " " + path;
        requests.add(request);
        var trouble = troubles.stream().filter(it -> it.request().test(request)).findFirst();
        if (trouble.isPresent()) {
            troubles.remove(trouble.get());
            answer(exchange, trouble.get().status(), message("trouble"));
        } else if (query.contains("watch=true")) {
            watch(exchange, path);
        } else {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var answer = perform(exchange, path, body);
            answer(exchange, answer.status(), answer.body());
        }
    }

    private synchronized void watch(HttpExchange exchange, String path) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        watches.add(new FakeWatch(FakeStore.kind(path + "/x"), exchange));
    }

    private synchronized ApiAnswer perform(HttpExchange exchange, String path, String text) {
        var body = ApiClient.read(text);
        return switch (exchange.getRequestMethod()) {
            case "GET" -> get(path);
            case "POST" -> create(path, body);
            case "PUT" -> replace(path, body);
            default -> patch(path, exchange.getRequestHeaders().getFirst("Content-Type"), body);
        };
    }

    private ApiAnswer get(String path) {
        if (FakeStore.isCollection(path)) {
            return new ApiAnswer(200, store.list(path));
        }
        return store.get(path).map(it -> new ApiAnswer(200, it)).orElse(missing());
    }

    private ApiAnswer create(String collection, Json object) {
        var name = object.at("metadata", "name").flatMap(Json::text).orElse("generated");
        var path = collection + "/" + name;
        if (store.get(path).isPresent()) {
            return new ApiAnswer(409, message(name + " exists"));
        }
        return new ApiAnswer(201, put(path, store.placed(collection, object)));
    }

    private ApiAnswer replace(String path, Json object) {
        var present = store.get(path);
        if (present.isEmpty()) {
            return missing();
        }
        var wanted = FakeStore.version(object);
        if (!wanted.isEmpty() && !wanted.equals(FakeStore.version(present.get()))) {
            return new ApiAnswer(409, message("the object has been modified"));
        }
        return new ApiAnswer(200, put(path, object));
    }

    private ApiAnswer patch(String path, String type, Json patch) {
        var whole = path.replaceFirst("/status$", "");
        var present = store.get(whole);
        if (present.isEmpty()) {
            return missing();
        }
        var after =
                type.equals(ApiClient.JSON_PATCH)
                        ? Patched.pod(present.get(), patch.elements())
                        : FakeStore.merged(present.get(), patch);
        return new ApiAnswer(200, put(whole, after));
    }

    private static ApiAnswer missing() {
        return new ApiAnswer(404, message("not found"));
    }

    private static Json message(String text) {
        return Json.object().put("message", text).done();
    }

    private static void answer(HttpExchange exchange, int status, Json body) throws IOException {
        try (exchange) {
            var bytes = body.line().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        cutWatches();
        server.stop(0);
        threads.shutdownNow();
    }
}
