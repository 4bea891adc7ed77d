package dev.bookend.operator.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.Marks;
import dev.bookend.operator.kube.Patched;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Each file holds a pod, a line of `=====`, and what both webhooks answer to it.
class AdmissionTest {
    private static final Path CASES = Path.of("src/test/resources/admission");
    private static final String LINE = "=====\n";

    static List<Path> cases() throws IOException {
        try (var files = Files.list(CASES)) {
            return files.sorted().toList();
        }
    }

    /// Shows INPUT-1, INPUT-3, INPUT-4, INPUT-5, INPUT-6 and KUBE-1.
    @ParameterizedTest
    @MethodSource("cases")
    void answersAsWritten(Path file) throws IOException {
        var parts = Files.readString(file).split(LINE, -1);
        var answers = answers(review(parts[0]), file.toString().contains("taken"));
        assertThat(answers).isEqualTo(parts[1]);
    }

    /// Shows KUBE-8.
    @ParameterizedTest
    @MethodSource("cases")
    void doingItTwiceChangesNothing(Path file) throws IOException {
        var review = review(Files.readString(file).split(LINE, -1)[0]);
        var admission = admission(false);
        var once = Patched.pod(object(review), patch(admission.mutate(review)));
        assertThat(patch(admission.mutate(review(once)))).isEmpty();
    }

    /// Shows KUBE-8.
    @Test
    void aWebhookInBetweenMayAddAContainer() throws IOException {
        var file = Files.readString(CASES.resolve("ordered-annotation.case"));
        var review = review(file.split(LINE, -1)[0]);
        var admission = admission(false);
        var once = Patched.pod(object(review), patch(admission.mutate(review)));
        var added = Patched.withFirstContainer(once, "injected");
        var twice = Patched.pod(added, patch(admission.mutate(review(added))));
        assertThat(twice.line())
                .contains("\"name\":\"injected\",\"env\":[{\"name\":\"KRUISE_CONTAINER_BARRIER\"")
                .contains("\"p_-3\"");
        assertThat(admission.validate(review(twice)).line()).contains("\"allowed\":true");
    }

    /// Whatever else is written on it: a mark of ours, made by somebody else, admits nothing.
    @Test
    void aPodWithoutItsBarriersIsRefusedInTheEnd() throws IOException {
        var file = Files.readString(CASES.resolve("ordered-annotation.case"));
        var bare = review(file.split(LINE, -1)[0]);
        assertThat(admission(false).validate(bare).line())
                .contains("\"allowed\":false", "this pod has no barrier", "another webhook");
    }

    @Test
    void aPodThatSaysItHasBeenLaunchedIsRefusedInTheEnd() throws IOException {
        var file = Files.readString(CASES.resolve("saved-and-made-again.case"));
        assertThat(admission(false).validate(review(file.split(LINE, -1)[0])).line())
                .contains("\"allowed\":false", "counts as launched", Marks.OPENED);
    }

    @Test
    void whatIsNoPodIsLetThrough() {
        for (var object :
                List.of("{}", "{\"spec\":{}}", "{\"spec\":{\"containers\":[{}]}}", "[]")) {
            var review = review(ApiClient.read(object));
            assertThat(admission(false).mutate(review).line())
                    .contains("\"allowed\":true")
                    .doesNotContain("patch");
            assertThat(admission(false).validate(review).line()).contains("\"allowed\":true");
        }
    }

    /// Shows KUBE-8.
    @Test
    void aGivenNameThatIsTooLongIsRefused() {
        var pod =
                ApiClient.read(
                        """
                        {"kind": "Pod", "metadata": {"name": "%s", "annotations":
                         {"apps.kruise.io/container-launch-priority": "Ordered"}},
                         "spec": {"containers": [{"name": "a"}, {"name": "b"}]}}
                        """
                                .formatted("n".repeat(246)));
        assertThat(patch(admission(false).mutate(review(pod))).toString())
                .contains(Marks.REFUSED.replace("/", "~1"))
                .doesNotContain("BARRIER");
        assertThat(admission(false).validate(review(pod)).line())
                .contains("\"allowed\":false", "use a name of at most 245 characters");
    }

    @Test
    void namesAreMadeAsTheApiServerMakesThem() {
        var naming = new PodNaming(new SplittableRandom(7));
        assertThat(naming.name("web-")).matches("web-[b-z2-9]{5}");
        assertThat(naming.name("x".repeat(100))).hasSize(63);
    }

    private static Admission admission(boolean taken) {
        var naming = new PodNaming(new SplittableRandom(1));
        return new Admission(new Mutation(naming, (_, _) -> taken));
    }

    private static String answers(Json review, boolean taken) {
        var patch = patch(admission(taken).mutate(review));
        var pod = Patched.pod(object(review), patch);
        var answer = admission(taken).validate(review(pod)).field("response").orElseThrow();
        var said = answer.at("status", "message").flatMap(Json::text).map("refused: "::concat);
        var warned =
                answer.field("warnings").map(Json::elements).orElse(List.of()).stream()
                        .map(it -> "warning: " + it.text().orElseThrow());
        return Stream.of(patch.stream().map(Json::line), said.stream(), warned)
                .flatMap(it -> it)
                .map(it -> it + "\n")
                .reduce("", String::concat);
    }

    private static List<Json> patch(Json review) {
        return review.at("response", "patch")
                .flatMap(Json::text)
                .map(it -> new String(Base64.getDecoder().decode(it), StandardCharsets.UTF_8))
                .map(it -> ApiClient.read(it).elements())
                .orElse(List.of());
    }

    private static Json object(Json review) {
        return review.at("request", "object").orElseThrow();
    }

    private static Json review(String yaml) {
        return review(ManifestReader.read("case", yaml).pods().getFirst().json());
    }

    private static Json review(Json pod) {
        var request = Json.object().put("uid", "u-1").put("namespace", "shop").put("object", pod);
        return Json.object()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview")
                .put("request", request.done())
                .done();
    }
}
