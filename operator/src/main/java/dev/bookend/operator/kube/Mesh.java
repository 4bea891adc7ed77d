package dev.bookend.operator.kube;

import dev.bookend.lifecycle.order.Barrier;

import java.util.Set;
import java.util.function.BiPredicate;

/// What a {@link JsonSieve} keeps of an object.
///
/// @param keeps asked with the name of a field's object and its own
/// @param longestText how many letters of a text are kept
/// @param mostWeight about how many bytes of memory one object may take
public record Mesh(BiPredicate<String, String> keeps, int longestText, int mostWeight) {
    private static final int LONG = 64 * 1024;
    private static final int NAME = 512;
    private static final int HEAVY = 2 * 1024 * 1024;
    private static final int LIGHT = 256 * 1024;
    private static final int KIND = 3;
    private static final int IN_NAMESPACE = 5;
    private static final Set<String> META =
            Set.of(
                    "name",
                    "namespace",
                    "uid",
                    "resourceVersion",
                    "continue",
                    "labels",
                    "ownerReferences");

    /// Answers of the API server about anything else.
    static final Mesh ANSWER = new Mesh((_, field) -> isNoRecord(field), LONG, HEAVY);

    /// All that a plan is made from.
    static final Mesh POD =
            new Mesh(
                    (object, field) ->
                            isNoRecord(field) && (!object.equals("annotations") || isOrder(field)),
                    LONG,
                    HEAVY);

    /// A barrier's name, owner and keys; what else somebody put there is passed over.
    static final Mesh MAP = new Mesh(Mesh::isOfBarrier, NAME, LIGHT);

    /// What a review needs: the pod as it would be, word for word.
    public static final Mesh REVIEW =
            new Mesh(
                    (object, field) ->
                            isNoRecord(field)
                                    && !(object.equals("request")
                                            && Set.of("oldObject", "options", "userInfo")
                                                    .contains(field)),
                    Integer.MAX_VALUE,
                    3 * HEAVY);

    /// By the kind in a path of the API, as in `/api/v1/namespaces/shop/pods/web`.
    static Mesh of(String path) {
        var parts = path.split("/", -1);
        var within = parts.length > IN_NAMESPACE && parts[KIND].equals("namespaces");
        var kind = parts.length > KIND ? parts[within ? IN_NAMESPACE : KIND] : "";
        return switch (kind) {
            case "configmaps" -> MAP;
            case "pods" -> POD;
            default -> ANSWER;
        };
    }

    private static boolean isNoRecord(String field) {
        return !field.equals("managedFields");
    }

    private static boolean isOrder(String annotation) {
        return annotation.contains("bookend.dev/") || annotation.contains("kruise.io/");
    }

    private static boolean isOfBarrier(String object, String field) {
        return switch (object) {
            case "metadata" -> META.contains(field);
            case "labels" -> field.equals(Marks.ORDERED_LABEL);
            case "data" -> Barrier.isKey(field);
            default -> !field.equals("binaryData");
        };
    }
}
