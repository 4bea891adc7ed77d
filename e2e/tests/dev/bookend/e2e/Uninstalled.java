package dev.bookend.e2e;

import dev.bookend.manifest.json.Json;

import java.util.List;

/// Takes objects of ours out of a cluster for a while.
final class Uninstalled implements AutoCloseable {
    private static final List<String> CONTENT = List.of("webhooks", "spec");
    private final Cluster cluster;
    private final List<Json> objects;

    private Uninstalled(Cluster cluster, List<String> ours) {
        this.cluster = cluster;
        this.objects = ours.stream().map(it -> cluster.json("get", it)).toList();
        ours.forEach(it -> cluster.kubectl("delete", it).must());
    }

    static Uninstalled webhooks(Cluster cluster) {
        return new Uninstalled(
                cluster,
                List.of(
                        "mutatingwebhookconfiguration/zz-bookend",
                        "validatingwebhookconfiguration/zz-bookend"));
    }

    static Uninstalled policy(Cluster cluster, String name) {
        return new Uninstalled(cluster, List.of("validatingadmissionpolicybinding/" + name));
    }

    /// As it was, its authority included, but for what only the API server may write.
    private static Json again(Json object) {
        var again =
                Json.object()
                .put("apiVersion", object.text("apiVersion"))
                .put("kind", object.text("kind"))
                .put(
                        "metadata",
                        Json.object()
                                .put("name", object.at("metadata", "name").flatMap(Json::text))
                                .put("labels", object.at("metadata", "labels").orElseThrow())
                                .done());
        CONTENT.forEach(it -> object.field(it).ifPresent(value -> again.put(it, value)));
        return again.done();
    }

    @Override
    public void close() {
        objects.forEach(it -> cluster.apply("create", again(it).line()).must());
    }
}
