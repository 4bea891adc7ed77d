package dev.bookend.operator.admission;

import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Pods with every key of an order, right, wrong and misspelt, and numbers from end to end.
final class PodJsonDice {
    private static final List<String> KEYS =
            List.of(
                    "bookend.dev/sidecars",
                    "bookend.dev/sidecar-exit-codes",
                    "bookend.dev/strict-hooks",
                    "bookend.dev/launch-hold",
                    "bookend.dev/readiness-gate",
                    "bookend.dev/sidecar",
                    "bookend.dev/launch-opened",
                    "bookend.dev/launch-refused",
                    "apps.kruise.io/container-launch-priority",
                    "apps.kruise.io/container-launch-prioritys",
                    "apps.kruise.io/container-exit-priority",
                    "kruise.io/container-exit-priority");
    private static final List<String> WORDS =
            List.of(
                    "Ordered",
                    "ordered",
                    "c0",
                    "c1,c2",
                    "init",
                    "{\"init\":1}",
                    "count",
                    "ignore",
                    "true",
                    "false",
                    "10s",
                    "1h",
                    "",
                    "{\"c0\":1}",
                    "{\"c1\":2147483648}",
                    "{",
                    "c0,c0",
                    "c9",
                    "a\nb");
    private static final List<String> PRIORITIES =
            List.of(
                    "0",
                    "1",
                    "-1",
                    "2",
                    "0000000000001",
                    "1000000000000",
                    "2147483647",
                    "-2147483647",
                    "2147483648",
                    "1.5",
                    "",
                    " 1",
                    "9".repeat(40));
    private static final List<Long> SECONDS =
            List.of(
                    0L,
                    1L,
                    30L,
                    (long) Integer.MAX_VALUE,
                    1L << 31,
                    1L << 62,
                    Long.MAX_VALUE - 1,
                    Long.MAX_VALUE);
    private final RandomGenerator random;

    PodJsonDice(long seed) {
        random = new SplittableRandom(seed);
    }

    Json pod() {
        var meta = Json.object().put("namespace", "default");
        if (chance(85)) {
            meta.put("name", chance(15) ? "n".repeat(240 + random.nextInt(14)) : "web");
        } else {
            meta.put("generateName", chance(20) ? "n".repeat(250) : "web-");
        }
        meta.put("annotations", keys()).put("labels", chance(30) ? keys() : Json.object().done());
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("metadata", meta.done())
                .put("spec", spec())
                .done();
    }

    private Json keys() {
        var keys = Json.object();
        for (var i = random.nextInt(4); i > 0; i--) {
            keys.put(pick(KEYS), pick(WORDS));
        }
        return keys.done();
    }

    private Json spec() {
        var count = chance(3) ? 499 + random.nextInt(4) : 1 + random.nextInt(4);
        var containers = new ArrayList<Json>();
        for (var i = 0; i < count; i++) {
            containers.add(container("c" + i, false));
        }
        var spec = Json.object().put("containers", new Json.Arr(containers));
        if (chance(30)) {
            spec.put("initContainers", new Json.Arr(List.of(container("init", true))));
        }
        if (chance(50)) {
            spec.put("terminationGracePeriodSeconds", pick(SECONDS));
        }
        return spec.put("restartPolicy", pick(List.of("Always", "OnFailure", "Never"))).done();
    }

    private Json container(String name, boolean init) {
        var container = Json.object().put("name", name).put("image", "i:1");
        if (chance(40)) {
            container.put("env", new Json.Arr(List.of(env(), env())));
        }
        if (chance(15)) {
            container.put("restartPolicy", pick(List.of("Always", "OnFailure", "Never")));
        }
        if (chance(5)) {
            container.put("type", "Sidecar");
        }
        if (!init && chance(30)) {
            container.put("lifecycle", lifecycle());
        }
        return container.done();
    }

    private Json env() {
        var name =
                pick(
                        List.of(
                                "KRUISE_CONTAINER_PRIORITY",
                                "KRUISE_EXIT_PRIORITY",
                                "KRUISE_CONTAINER_BARRIER",
                                "HOME"));
        return Json.object().put("name", name).put("value", pick(PRIORITIES)).done();
    }

    private Json lifecycle() {
        var sleep = Json.object().put("seconds", pick(SECONDS)).done();
        var lifecycle = Json.object();
        if (chance(70)) {
            lifecycle.put("preStop", Json.object().put("sleep", sleep).done());
        }
        if (chance(30)) {
            lifecycle.put("type", pick(List.of("Sidecar", "Standard", "Other")));
        }
        return lifecycle.done();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
