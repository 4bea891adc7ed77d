package dev.bookend.operator.admission;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonPatch;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Answers an AdmissionReview with an AdmissionReview, without any effect but the answer.
public final class Admission {
    private static final int UNPROCESSABLE = 422;
    private static final int LONGEST_REASON = 64 * 1024;
    private final Mutation mutation;

    public Admission(Mutation mutation) {
        this.mutation = mutation;
    }

    /// The mutating answer never denies (KUBE-8).
    public Json mutate(Json review) {
        var patch = asked(review).map(mutation::of).filter(it -> !it.isEmpty());
        return answer(review, true, patch, List.of(), Optional.empty());
    }

    /// The validating answer comes last and has the last word.
    public Json validate(Json review) {
        var judgement = asked(review).map(Judgement::last).orElse(new Judgement(List.of()));
        return judgement.isDenial()
                ? answer(
                        review,
                        false,
                        Optional.empty(),
                        judgement.warnings(),
                        Optional.of(judgement.reason()))
                : answer(review, true, Optional.empty(), judgement.warnings(), Optional.empty());
    }

    /// For a pod that nobody can judge: changed it is not, and let in neither.
    public static Json unjudged(Json review, boolean mutation, String why) {
        return mutation
                ? answer(review, true, Optional.empty(), List.of(), Optional.empty())
                : answer(
                        review,
                        false,
                        Optional.empty(),
                        List.of(),
                        Optional.of("Bookend refuses this pod: " + why));
    }

    private static Optional<AskedPod> asked(Json review) {
        var namespace = review.at("request", "namespace").flatMap(Json::text).orElse("default");
        return review.at("request", "object").flatMap(it -> AskedPod.read(it, namespace));
    }

    private static Json answer(
            Json review,
            boolean allowed,
            Optional<JsonPatch> patch,
            List<String> warnings,
            Optional<String> reason) {
        var uid = review.at("request", "uid").flatMap(Json::text).orElse("");
        var response = Json.object().put("uid", uid).put("allowed", allowed);
        patch.ifPresent(it -> response.put("patchType", "JSONPatch").put("patch", encoded(it)));
        reason.ifPresent(
                it ->
                        response.put(
                                "status",
                                Json.object()
                                        .put("code", UNPROCESSABLE)
                                        .put("reason", "Invalid")
                                        .put("message", within(it))
                                        .done()));
        if (!warnings.isEmpty()) {
            response.put("warnings", warnings);
        }
        return Json.object()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview")
                .put("response", response.done())
                .done();
    }

    /// No line of it is cut: the planner keeps them short and few.
    private static String within(String reason) {
        var end = reason.lastIndexOf('\n', LONGEST_REASON);
        return reason.length() > LONGEST_REASON && end > 0
                ? reason.substring(0, end) + "\nand more of that kind"
                : reason;
    }

    private static String encoded(JsonPatch patch) {
        return Base64.getEncoder()
                .encodeToString(patch.json().line().getBytes(StandardCharsets.UTF_8));
    }
}
