package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.LocatedFinding;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/// Admission of the objects that Bookend only keeps: ConfigMaps, Secrets, Services and the rest.
public final class PlainAdmission implements Admission {
    private final ResourceType type;

    public PlainAdmission(ResourceType type) {
        this.type = type;
    }

    @Override
    public Json.Obj create(ObjectKey key, Json.Obj object, Wishes wishes, Consumer<String> warn)
            throws ApiError {
        var completed = completed(object);
        judge(key, completed);
        return completed;
    }

    private Json.Obj completed(Json.Obj object) {
        return switch (type) {
            case SECRETS -> encoded(Trees.withDefault(object, Json.of("Opaque"), "type"));
            case SERVICES -> service(object);
            case NAMESPACES -> namespace(object);
            case PODS, NODES, EVENTS, CONFIG_MAPS, RECREATE_REQUESTS -> object;
        };
    }

    /// Plain texts of a secret are stored as Kubernetes stores them.
    private static Json.Obj encoded(Json.Obj object) {
        var texts = Trees.texts(object, "stringData");
        if (texts.isEmpty()) {
            return Trees.without(object, "stringData");
        }
        var data = new LinkedHashMap<>(Trees.object(object, "data").fields());
        texts.forEach(
                (key, text) -> {
                    var bytes = text.getBytes(StandardCharsets.UTF_8);
                    data.put(key, Json.of(Base64.getEncoder().encodeToString(bytes)));
                });
        return Trees.without(Trees.with(object, new Json.Obj(data), "data"), "stringData");
    }

    private static Json.Obj service(Json.Obj object) {
        var service = Trees.withDefault(object, Json.of("ClusterIP"), "spec", "type");
        var ports =
                Trees.items(service, "spec", "ports").stream().map(PlainAdmission::port).toList();
        if (!ports.isEmpty()) {
            service = Trees.with(service, Trees.array(ports), "spec", "ports");
        }
        return Trees.withDefault(service, Trees.EMPTY, "status", "loadBalancer");
    }

    /// What is no port is left for the judge.
    private static Json port(Json port) {
        return port instanceof Json.Obj object
                ? Trees.withDefault(object, Json.of("TCP"), "protocol")
                : port;
    }

    private static Json.Obj namespace(Json.Obj object) {
        var name = Trees.text(object, "metadata", "name");
        var labelled =
                Trees.with(
                        object, Json.of(name), "metadata", "labels", "kubernetes.io/metadata.name");
        return Trees.withDefault(labelled, Json.of("Active"), "status", "phase");
    }

    @Override
    public Json.Obj update(ObjectKey key, Json.Obj before, Json.Obj after, Wishes wishes)
            throws ApiError {
        var completed = completed(after);
        judge(key, completed);
        var frozen = before.field("immutable").flatMap(Json::flag).orElse(false);
        for (var field : List.of("immutable", "data", "binaryData")) {
            if (frozen && !before.field(field).equals(completed.field(field))) {
                throw ApiError.invalid(key, field, "field is immutable when `immutable` is set");
            }
        }
        return completed;
    }

    private void judge(ObjectKey key, Json.Obj object) throws ApiError {
        var findings = new ArrayList<Finding>();
        switch (type) {
            case CONFIG_MAPS, SECRETS -> findings.addAll(ownProblems(object));
            case SERVICES -> {
                refusePortless(object, findings);
                findings.addAll(ownProblems(object));
            }
            case NODES -> refuseScheduling(key, object);
            case PODS, EVENTS, NAMESPACES, RECREATE_REQUESTS -> {}
        }
        if (!findings.isEmpty()) {
            throw ApiError.invalid(key, findings);
        }
    }

    /// There is no scheduler that would heed it, and a promise that nobody keeps is none.
    private static void refuseScheduling(ObjectKey key, Json.Obj node) throws ApiError {
        if (node.at("spec", "unschedulable").flatMap(Json::flag).orElse(false)
                || !Trees.items(node, "spec", "taints").isEmpty()) {
            throw ApiError.forbidden(
                    key,
                    "this machine's agent has no scheduler that could pass it over; end all pods in"
                            + " order with: bookend drain");
        }
    }

    /// What `check` finds in such an object, too.
    private static List<Finding> ownProblems(Json.Obj object) {
        return ManifestReader.read("object", object).findings().stream()
                .map(LocatedFinding::finding)
                .filter(Finding::isError)
                .toList();
    }

    private static void refusePortless(Json.Obj object, List<Finding> findings) {
        var headless = Trees.text(object, "spec", "clusterIP").equals("None");
        if (Trees.items(object, "spec", "ports").isEmpty()
                && !headless
                && !Trees.text(object, "spec", "type").equals("ExternalName")) {
            findings.add(
                    Finding.error(
                            "spec.ports", "", "Required", "Required value", "name its ports"));
        }
    }
}
