package dev.bookend.api.service;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;

/// Makes requests that are somewhat like those of clients, and somewhat not. None of them begins or
/// ends a pod, and none goes on for long.
final class FuzzedRequests {
    private static final List<String> PLACES =
            List.of("pods", "configmaps", "secrets", "services", "events", "namespaces", "nodes");
    private static final String RECREATIONS =
            "/apis/apps.kruise.io/v1alpha1/namespaces/default/containerrecreaterequests";
    private static final List<String> METHODS =
            List.of("GET", "GET", "GET", "POST", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD");
    private static final List<String> PARAMETERS =
            List.of(
                    "labelSelector",
                    "fieldSelector",
                    "limit",
                    "continue",
                    "resourceVersion",
                    "resourceVersionMatch",
                    "timeoutSeconds",
                    "gracePeriodSeconds",
                    "fieldManager",
                    "fieldValidation",
                    "pretty",
                    "includeObject",
                    "tailLines",
                    "limitBytes",
                    "sinceTime",
                    "sinceSeconds",
                    "timestamps",
                    "previous",
                    "container",
                    "command");
    private static final List<String> TYPES =
            List.of(
                    "application/json",
                    "application/yaml",
                    "application/vnd.kubernetes.protobuf",
                    "application/json-patch+json",
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json",
                    "text/plain");
    private static final List<String> ACCEPTS =
            List.of(
                    "application/json",
                    "application/json;as=Table;v=v1;g=meta.k8s.io",
                    "application/yaml",
                    "*/*",
                    "x;=,;");
    private static final List<String> WORDS =
            List.of(
                    "",
                    "0",
                    "-1",
                    "1",
                    "true",
                    "default",
                    "web",
                    "m",
                    "9223372036854775807",
                    "9223372036854775808",
                    "1e999999",
                    "-0.0",
                    "NaN",
                    "a in (x,x)",
                    "a notin (),b",
                    "((((",
                    "!a,!b=c",
                    "metadata.name=m",
                    "metadata.name!=",
                    "spec..=,=",
                    "2026-01-01T00:00:00Z",
                    "+999999999-12-31T23:59:59+18:00",
                    "eyJ2IjotMX0=",
                    "eyJ2Ijo5OTksIm4iOiJhIn0=",
                    "\u0000\u0007",
                    "\ud83d\ude00",
                    "%",
                    "%zz",
                    "../..",
                    "Exact",
                    "NotOlderThan",
                    "Strict",
                    "Object",
                    "a".repeat(300),
                    "a,".repeat(700));

    private final Random dice;

    /// One request, without the headers that every request has.
    record Fuzzed(String method, String target, String type, String accept, String body) {
        /// The body has a letter for each byte.
        byte[] bytes() {
            return body.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    FuzzedRequests(long seed) {
        dice = new Random(seed);
    }

    private <T> T one(List<T> all) {
        return all.get(dice.nextInt(all.size()));
    }

    private boolean rarely() {
        return dice.nextInt(10) == 0;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Fuzzed next() {
        var method = one(METHODS);
        var target = path() + "?" + query(method);
        return new Fuzzed(
                method,
                target,
                one(TYPES),
                one(ACCEPTS),
                new String(body(), StandardCharsets.ISO_8859_1));
    }

    private String path() {
        if (rarely()) {
            return one(List.of("/livez", "/readyz", "/metrics", "/api", "/apis", "/openapi/v3"))
                    + (rarely() ? "/" + encoded(one(WORDS)) : "");
        }
        var place = one(PLACES);
        var whole = place.equals("namespaces") || place.equals("nodes");
        var root = (whole ? "/api/v1/" : "/api/v1/namespaces/default/") + place;
        var path = new StringBuilder(rarely() ? RECREATIONS : root);
        if (dice.nextBoolean()) {
            path.append('/').append(encoded(rarely() ? one(WORDS) : one(List.of("m", "web"))));
            if (rarely()) {
                var subs = List.of("status", "log", "exec", "attach", "scale", "eviction", "x");
                path.append('/').append(one(subs));
            }
        }
        return path.toString();
    }

    /// What is written is written for show.
    private String query(String method) {
        var query =
                new StringBuilder(
                        method.equals("GET") || method.equals("HEAD") ? "" : "dryRun=All");
        for (var i = dice.nextInt(3); i > 0; i--) {
            query.append('&').append(one(PARAMETERS)).append('=');
            query.append(
                    rarely() ? "%" + one(WORDS).replaceAll("[^a-z0-9]", "") : encoded(one(WORDS)));
        }
        return query.toString();
    }

    private byte[] body() {
        if (rarely()) {
            var noise = new byte[dice.nextInt(200)];
            dice.nextBytes(noise);
            return dice.nextBoolean() ? noise : protobuf(noise);
        }
        var json = dice.nextInt(3) == 0 ? patch() : mutated(one(OBJECTS), 0);
        var text = json.line();
        if (rarely() && !text.isEmpty()) {
            text = text.substring(0, dice.nextInt(text.length()));
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] protobuf(byte[] noise) {
        var head =
                "k8s\u0000\n\u000f\n\u0002v1\u0012\u0009ConfigMap\u0012"
                        .getBytes(StandardCharsets.UTF_8);
        var all = new byte[head.length + noise.length + 1];
        System.arraycopy(head, 0, all, 0, head.length);
        all[head.length] = (byte) noise.length;
        System.arraycopy(noise, 0, all, head.length + 1, noise.length);
        return all;
    }

    private Json patch() {
        var operations = new ArrayList<Json>();
        for (var i = dice.nextInt(4); i >= 0; i--) {
            var words = List.of("add", "remove", "replace", "move", "copy", "test", "x");
            operations.add(
                    Json.object()
                            .put("op", one(words))
                            .put("path", pointer())
                            .put("from", pointer())
                            .put("value", nasty())
                            .done());
        }
        return new Json.Arr(operations);
    }

    private String pointer() {
        var words =
                List.of("metadata", "spec", "data", "labels", "containers", "0", "-", "name", "~1");
        var text = new StringBuilder();
        for (var i = dice.nextInt(4); i > 0; i--) {
            text.append('/').append(rarely() ? one(WORDS) : one(words));
        }
        return text.toString();
    }

    private Json nasty() {
        return switch (dice.nextInt(9)) {
            case 0 -> new Json.Null();
            case 1 -> new Json.Bool(dice.nextBoolean());
            case 2 ->
                    new Json.Num(one(List.of("0", "-1", "1e999999", "9223372036854775808", "1.5")));
            case 3 -> new Json.Arr(List.of());
            case 4 -> Trees.EMPTY;
            case 5 -> new Json.Arr(List.of(new Json.Num("1"), new Json.Null(), Trees.EMPTY));
            case 6 -> Json.of("\ud800");
            case 7 -> one(OBJECTS);
            default -> Json.of(one(WORDS));
        };
    }

    private Json mutated(Json json, int depth) {
        if (dice.nextInt(12) == 0 && depth > 0) {
            return nasty();
        }
        return switch (json) {
            case Json.Obj(var fields) -> {
                var all = new LinkedHashMap<String, Json>();
                fields.forEach((name, value) -> all.put(name, mutated(value, depth + 1)));
                if (rarely()) {
                    all.put(one(WORDS), nasty());
                }
                yield new Json.Obj(all);
            }
            case Json.Arr(var items) ->
                    new Json.Arr(items.stream().map(it -> mutated(it, depth + 1)).toList());
            default -> json;
        };
    }

    private static final List<Json> OBJECTS =
            List.of(
                    TestPods.json(
                            """
                            {"kind":"Pod","apiVersion":"v1",
                            "metadata":{"name":"web","labels":{"a":"b"},
                            "annotations":{"bookend.dev/sidecars":"proxy"},"finalizers":["x/y"]},
                            "spec":{"terminationGracePeriodSeconds":5,"containers":[{"name":"app",
                            "image":"i","command":["sh"],"env":[{"name":"A","value":"b"}],"ports":
                            [{"containerPort":80}],
                            "resources":{"limits":{"memory":"1Gi","cpu":"1"}},
                            "livenessProbe":{"httpGet":{"port":80,"path":"/"},"periodSeconds":1},
                            "lifecycle":{"preStop":{"sleep":{"seconds":1}}}},{"name":"proxy"}],
                            "volumes":[{"name":"v","configMap":{"name":"m","items":[{"key":"a",
                            "path":"b","mode":420}]}}]},"status":{"phase":"Running"}}\
                            """),
                    TestPods.json(
                            """
                            {"kind":"ConfigMap","metadata":{"name":"m"},"data":{"a":"b"},
                            "binaryData":{"c":"AAA="},"immutable":false}\
                            """),
                    TestPods.json(
                            """
                            {"metadata":{"name":"m"},"stringData":{"a":"b"},"data":{"c":"AA=="}}\
                            """),
                    TestPods.json(
                            """
                            {"metadata":{"name":"m"},"spec":{"ports":[{"port":80,"targetPort":"a",
                            "protocol":"TCP"}],"selector":{"a":"b"},"clusterIP":"None"}}\
                            """),
                    TestPods.json(
                            """
                            {"metadata":{"name":"m"},"spec":{"podName":"web","containers":
                            [{"name":"app"}],"strategy":{"failurePolicy":"Fail",
                            "minStartedSeconds":1},"activeDeadlineSeconds":9,
                            "ttlSecondsAfterFinished":1}}\
                            """),
                    TestPods.json(
                            """
                            {"metadata":{"name":"m","generateName":"x"},"involvedObject":{"kind":
                            "Pod","name":"web"},"reason":"R","count":1,"source":{}}\
                            """),
                    TestPods.json("{\"gracePeriodSeconds\":1,\"preconditions\":{\"uid\":\"x\"}}"));
}
