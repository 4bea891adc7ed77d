package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.json.Json;

import java.util.List;
import java.util.Optional;

/// The operators of a cluster, seen from outside.
record Operators(Cluster cluster) {
    static final String ACCOUNT = "--as=system:serviceaccount:bookend:bookend-operator";

    private List<Json> pods() {
        return cluster
                .json("get", "pods", "-n", "bookend", "-l", "app.kubernetes.io/name=bookend")
                .field("items")
                .map(Json::elements)
                .orElse(List.of());
    }

    List<String> addresses() {
        return pods().stream()
                .flatMap(it -> it.at("status", "podIP").flatMap(Json::text).stream())
                .toList();
    }

    /// Every end of an operator, by whatever cause.
    long restarts() {
        return pods().stream()
                .flatMap(it -> it.at("status", "containerStatuses").stream())
                .flatMap(it -> it.elements().stream())
                .flatMapToLong(
                        it -> it.field("restartCount").map(Json::number).orElseThrow().stream())
                .sum();
    }

    void restart() {
        cluster.kubectl(
                        "delete",
                        "pods",
                        "-n",
                        "bookend",
                        "-l",
                        "app.kubernetes.io/name=bookend",
                        "--force",
                        "--grace-period=0")
                .must();
        cluster.awaitOperators();
    }

    /// That they live through something, and order pods afterwards.
    void outlive(Space space, Runnable trouble) {
        var before = restarts();
        trouble.run();
        space.create(new OrderedPod("after").container("a", "2").container("b", "1"));
        space.assertInOrder("after", "a", "b");
        assertThat(restarts()).as("ends of operators").isEqualTo(before);
        assertThat(pods()).allMatch(it -> it.at("status", "phase").equals(running()));
    }

    private static Optional<Json> running() {
        return Optional.of(Json.of("Running"));
    }
}
