package dev.bookend.api.resource;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.json.Json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// What is the same for objects of all kinds: names, ids, times.
public final class Metadata {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int LONGEST = 253;
    private static final int LONGEST_BASE = 58;
    private static final int SUFFIX = 5;
    private static final List<String> SYSTEM =
            List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");

    private Metadata() {}

    /// A new object with all that the server gives it.
    public static Json.Obj completed(Route route, Json.Obj given, Instant now) throws ApiError {
        var object = typed(route.type(), given);
        if (object.at("metadata", "resourceVersion")
                .flatMap(Json::text)
                .filter(it -> !it.isEmpty())
                .isPresent()) {
            throw ApiError.badRequest("resourceVersion should not be set on objects to be created");
        }
        object = placed(route, named(object));
        for (var field : SYSTEM) {
            object = Trees.without(object, "metadata", field);
        }
        object = Trees.without(object, "metadata", "selfLink");
        object = Trees.without(object, "metadata", "managedFields");
        object = Trees.with(object, Json.of(UUID.randomUUID().toString()), "metadata", "uid");
        object = Trees.with(object, Json.of(Ages.time(now)), "metadata", "creationTimestamp");
        judge(ObjectKey.of(route.type(), object), object);
        return object;
    }

    /// Kind and version are those of the path.
    public static Json.Obj typed(ResourceType type, Json.Obj object) throws ApiError {
        var kind = Trees.text(object, "kind");
        var version = Trees.text(object, "apiVersion");
        if ((!kind.isEmpty() && !kind.equals(type.kind()))
                || (!version.isEmpty() && !version.equals(type.group().apiVersion()))) {
            throw ApiError.badRequest(
                    "%s %s in version \"%s\" cannot be handled as a %s in version \"%s\""
                            .formatted(
                                    "the object of kind",
                                    kind,
                                    version,
                                    type.kind(),
                                    type.group().apiVersion()));
        }
        var fields = new LinkedHashMap<String, Json>();
        fields.put("kind", Json.of(type.kind()));
        fields.put("apiVersion", Json.of(type.group().apiVersion()));
        fields.put("metadata", Trees.object(object, "metadata"));
        object.fields().forEach(fields::putIfAbsent);
        return new Json.Obj(fields);
    }

    private static Json.Obj named(Json.Obj object) {
        var base = Trees.text(object, "metadata", "generateName");
        if (!Trees.text(object, "metadata", "name").isEmpty() || base.isEmpty()) {
            return object;
        }
        var cut = base.length() > LONGEST_BASE ? base.substring(0, LONGEST_BASE) : base;
        var suffix = UUID.randomUUID().toString().substring(0, SUFFIX);
        return Trees.with(object, Json.of(cut + suffix), "metadata", "name");
    }

    public static Json.Obj placed(Route route, Json.Obj object) throws ApiError {
        if (!route.type().namespaced()) {
            return Trees.without(object, "metadata", "namespace");
        }
        var given = Trees.text(object, "metadata", "namespace");
        var namespace = route.namespace().orElse(Trees.or(given, "default"));
        if (!given.isEmpty() && !given.equals(namespace)) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the"
                            + " request");
        }
        return Trees.with(object, Json.of(namespace), "metadata", "namespace");
    }

    private static void judge(ObjectKey key, Json.Obj object) throws ApiError {
        var findings = new ArrayList<Finding>();
        if (key.name().isEmpty()) {
            findings.add(
                    Finding.error(
                            "metadata.name",
                            "",
                            "Required",
                            "Required value: name or generateName is required",
                            "give it a name"));
        } else {
            nameProblem(key).ifPresent(findings::add);
        }
        findings.addAll(LabelRules.findings(object));
        if (!findings.isEmpty()) {
            throw ApiError.invalid(key, findings);
        }
    }

    private static Optional<Finding> nameProblem(ObjectKey key) {
        var isLabel = key.type() == ResourceType.NAMESPACES || key.type() == ResourceType.SERVICES;
        var pattern = isLabel ? LABEL : SUBDOMAIN;
        var good = key.name().length() <= LONGEST && pattern.matcher(key.name()).matches();
        return good
                ? Optional.empty()
                : Optional.of(
                        Finding.error(
                                "metadata.name",
                                key.name(),
                                "Invalid",
                                "Invalid value: \"%s\": a lowercase RFC 1123 %s is needed"
                                        .formatted(key.name(), isLabel ? "label" : "subdomain"),
                                "use lower case letters, digits, '-'"
                                        + (isLabel ? "" : " and '.'")));
    }

    /// What a client makes of labels and annotations is judged; what was there is not its doing.
    public static void judgeChange(ObjectKey key, Json.Obj before, Json.Obj after) throws ApiError {
        var same =
                before.at("metadata", "labels").equals(after.at("metadata", "labels"))
                        && before.at("metadata", "annotations")
                                .equals(after.at("metadata", "annotations"));
        var findings = new ArrayList<>(same ? List.<Finding>of() : LabelRules.findings(after));
        newFinalizers(before, after).ifPresent(findings::add);
        if (!findings.isEmpty()) {
            throw ApiError.invalid(key, findings);
        }
    }

    /// An object that is to go is held by nobody who did not hold it before.
    private static Optional<Finding> newFinalizers(Json.Obj before, Json.Obj after) {
        var added = new ArrayList<>(Trees.items(after, "metadata", "finalizers"));
        added.removeAll(Trees.items(before, "metadata", "finalizers"));
        return added.isEmpty() || !isDeleting(before)
                ? Optional.empty()
                : Optional.of(
                        Finding.error(
                                "metadata.finalizers",
                                "",
                                "Forbidden",
                                "Forbidden: no new finalizers can be added if the object is being"
                                        + " deleted, found new finalizers "
                                        + Trees.array(added).line(),
                                "leave them out"));
    }

    /// What the server gave stays as it is, whatever the client sends.
    public static Json.Obj kept(Json.Obj before, Json.Obj after) {
        var object = after;
        for (var field : SYSTEM) {
            object = Trees.withFieldOf(object, before, "metadata", field);
        }
        object = Trees.without(object, "metadata", "managedFields");
        object = Trees.withFieldOf(object, before, "metadata", "resourceVersion");
        object = Trees.withFieldOf(object, before, "metadata", "namespace");
        return Trees.withFieldOf(object, before, "metadata", "generateName");
    }

    public static boolean isDeleting(Json object) {
        return object.at("metadata", "deletionTimestamp").isPresent();
    }

    public static boolean hasFinalizers(Json object) {
        return !Trees.items(object, "metadata", "finalizers").isEmpty();
    }

    /// Whether a pod has ended for good.
    public static boolean isOver(Json pod) {
        var phase = Trees.text(pod, "status", "phase");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    public static String uid(Json object) {
        return Trees.text(object, "metadata", "uid");
    }
}
