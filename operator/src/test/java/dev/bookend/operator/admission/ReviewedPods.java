package dev.bookend.operator.admission;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.Patched;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/// A pod's way through both webhooks, as an API server leads it.
final class ReviewedPods {
    private ReviewedPods() {}

    /// What the validating webhook answers to the pod that the mutating one has made of this.
    static Json answer(Json pod) {
        var admission =
                new Admission(
                        new Mutation(new PodNaming(new SplittableRandom(1)), (_, _) -> false));
        var mutated = admission.mutate(review(pod)).field("response").orElseThrow();
        var made = Patched.pod(pod, patch(mutated));
        return admission.validate(review(made)).field("response").orElseThrow();
    }

    private static Json review(Json pod) {
        return Json.object()
                .put("request", Json.object().put("uid", "u").put("object", pod).done())
                .done();
    }

    private static List<Json> patch(Json response) {
        return response.text("patch")
                .map(it -> new String(Base64.getDecoder().decode(it), StandardCharsets.UTF_8))
                .map(it -> ApiClient.read(it).elements())
                .orElse(List.of());
    }
}
