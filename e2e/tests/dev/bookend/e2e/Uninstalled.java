package dev.bookend.e2e;

import dev.bookend.manifest.Json;

import java.util.List;

/// Takes our webhooks and policies out of a cluster for a while.
final class Uninstalled implements AutoCloseable {
    private static final List<List<String>> OURS =
            List.of(
                    List.of("mutatingwebhookconfiguration", "zz-bookend"),
                    List.of("validatingwebhookconfiguration", "zz-bookend"));
    private final Cluster cluster;
    private final List<Json> objects;

    Uninstalled(Cluster cluster) {
        this.cluster = cluster;
        this.objects = OURS.stream().map(it -> cluster.json("get", it.get(0), it.get(1))).toList();
        OURS.forEach(it -> cluster.kubectl("delete", it.get(0), it.get(1)).must());
    }

    /// As it was, its authority included, but for what only the API server may write.
    private static Json again(Json object) {
        return Json.object()
                .put("apiVersion", object.text("apiVersion"))
                .put("kind", object.text("kind"))
                .put(
                        "metadata",
                        Json.object()
                                .put("name", object.at("metadata", "name").flatMap(Json::text))
                                .put("labels", object.at("metadata", "labels").orElseThrow())
                                .done())
                .put("webhooks", object.field("webhooks").orElseThrow())
                .done();
    }

    @Override
    public void close() {
        objects.forEach(it -> cluster.apply("create", again(it).line()).must());
    }
}
