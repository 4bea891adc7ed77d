package dev.bookend.manifest.schema;

import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The schema of Kubernetes' types as OpenAPI writes it.
public final class OpenApiTypes {
    private static final String PREFIX = "dev.bookend.";
    private static final Map<String, String> DESCRIPTIONS =
            Map.ofEntries(
                    Map.entry("Pod", "A group of containers that run on this machine, in order."),
                    Map.entry("PodSpec", "What a pod is to run, and how."),
                    Map.entry("Container", "One container of a pod."),
                    Map.entry("Lifecycle", "Hooks around a container's life, and its type."),
                    Map.entry("ObjectMeta", "What every object has: names, labels, times."),
                    Map.entry("ConfigMap", "Configuration for pods."),
                    Map.entry("Secret", "Secret configuration for pods."),
                    Map.entry("Service", "A name and ports under which pods find others."),
                    Map.entry("Namespace", "A scope for names."),
                    Map.entry("Node", "This machine."),
                    Map.entry("Event", "Something that happened to an object."),
                    Map.entry(
                            "ContainerRecreateRequest",
                            "Asks for containers of a pod to be stopped and started again."),
                    Map.entry("RecreateSpec", "Which containers to recreate, and how."),
                    Map.entry("RecreateContainer", "A container to recreate."),
                    Map.entry("RecreateContext", "Which run of a container is meant."),
                    Map.entry("RecreateStrategy", "How containers are stopped and awaited."),
                    Map.entry("Probe", "How a container is asked whether it is well."));

    private OpenApiTypes() {}

    /// The schema of one type, which refers to others.
    public static Json.Obj of(String type) {
        return struct(type, Schema.kubernetes().struct(type));
    }

    /// These schemas, and all types that they may refer to.
    public static Json.Obj all(Json.Obj own) {
        var all = new LinkedHashMap<>(own.fields());
        Schema.kubernetes()
                .structs()
                .forEach((name, struct) -> all.put(PREFIX + name, struct(name, struct)));
        return new Json.Obj(all);
    }

    private static Json.Obj struct(String name, Schema.Struct struct) {
        var properties = Json.object();
        var required = new ArrayList<String>();
        struct.fields()
                .forEach(
                        (field, value) -> {
                            properties.put(field, explained(name, field, value.type()));
                            if (value.required()) {
                                required.add(field);
                            }
                        });
        var schema =
                Json.object()
                        .put("description", DESCRIPTIONS.getOrDefault(name, name))
                        .put("type", "object")
                        .put("properties", properties.done());
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema.done();
    }

    private static Json explained(String name, String field, SchemaType type) {
        var schema = new LinkedHashMap<>(schema(type).fields());
        Explanations.all()
                .of(name, field)
                .ifPresent(it -> schema.putFirst("description", Json.of(it)));
        return new Json.Obj(schema);
    }

    private static Json.Obj schema(SchemaType type) {
        return switch (type) {
            case SchemaType.Struct(var name) ->
                    Json.object().put("allOf", new Json.Arr(List.of(reference(name)))).done();
            case SchemaType.ListOf(var item) ->
                    Json.object().put("type", "array").put("items", schema(item)).done();
            case SchemaType.MapOf(var value) ->
                    Json.object()
                            .put("type", "object")
                            .put("additionalProperties", schema(value))
                            .done();
            case SchemaType.Words(var allowed) ->
                    Json.object().put("type", "string").put("enum", allowed).done();
            case SchemaType.Value value -> plain(value);
        };
    }

    private static Json reference(String name) {
        return Json.object().put("$ref", "#/components/schemas/" + PREFIX + name).done();
    }

    private static Json.Obj plain(SchemaType.Value value) {
        return switch (value) {
            case STRING -> Json.object().put("type", "string").done();
            case INT -> Json.object().put("type", "integer").put("format", "int32").done();
            case LONG -> Json.object().put("type", "integer").put("format", "int64").done();
            case BOOL -> Json.object().put("type", "boolean").done();
            case PORT -> Json.object().put("type", "string").put("format", "int-or-string").done();
            case QUANTITY -> Json.object().put("type", "string").done();
            case ANY ->
                    Json.object()
                            .put("type", "object")
                            .put("x-kubernetes-preserve-unknown-fields", true)
                            .done();
        };
    }
}
