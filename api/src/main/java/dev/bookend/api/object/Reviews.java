package dev.bookend.api.object;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.util.List;
import java.util.Optional;

/// Answers `kubectl auth`: whoever has the token is the one user there is, and may do everything.
public final class Reviews {
    private static final String MAY = "/apis/authorization.k8s.io/v1/";
    private static final String WHO = "/apis/authentication.k8s.io/v1/";
    private static final List<String> ALL = List.of("*");

    private Reviews() {}

    /// The answer to a review that is posted; empty if the path is no review's.
    public static Optional<Json> at(String path) {
        return switch (path) {
            case MAY + "selfsubjectaccessreviews" ->
                    Optional.of(
                            review(
                                    "authorization.k8s.io/v1",
                                    "SelfSubjectAccessReview",
                                    Json.object()
                                            .put("allowed", true)
                                            .put("reason", "the token allows everything")
                                            .done()));
            case MAY + "selfsubjectrulesreviews" ->
                    Optional.of(
                            review("authorization.k8s.io/v1", "SelfSubjectRulesReview", rules()));
            case WHO + "selfsubjectreviews" ->
                    Optional.of(review("authentication.k8s.io/v1", "SelfSubjectReview", user()));
            default -> Optional.empty();
        };
    }

    private static Json review(String version, String kind, Json status) {
        return Json.object()
                .put("apiVersion", version)
                .put("kind", kind)
                .put("metadata", Trees.EMPTY)
                .put("spec", Trees.EMPTY)
                .put("status", status)
                .done();
    }

    private static Json rules() {
        var rule =
                Json.object().put("verbs", ALL).put("apiGroups", ALL).put("resources", ALL).done();
        var other = Json.object().put("verbs", ALL).put("nonResourceURLs", ALL).done();
        return Json.object()
                .put("resourceRules", Trees.array(List.of(rule)))
                .put("nonResourceRules", Trees.array(List.of(other)))
                .put("incomplete", false)
                .done();
    }

    private static Json user() {
        var user = Json.object().put("username", "bookend").put("groups", List.of("bookend"));
        return Json.object().put("userInfo", user.done()).done();
    }
}
