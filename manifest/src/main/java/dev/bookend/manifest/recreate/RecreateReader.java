package dev.bookend.manifest.recreate;

import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateStrategy;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.manifest.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Reads ContainerRecreateRequests: as somebody wrote them, and as they were accepted and kept.
public final class RecreateReader {
    private static final List<String> SYSTEM_FIELDS = List.of("preStop", "ports", "statusContext");
    private static final long MOST_SECONDS = 100L * 366 * 24 * 60 * 60;

    private RecreateReader() {}

    /// What an object says, and what is wrong with its types and field names.
    public record Read(RecreateSpec spec, List<Finding> findings) {
        public Read {
            findings = List.copyOf(findings);
        }

        public boolean isSound() {
            return findings.stream().noneMatch(Finding::isError);
        }
    }

    /// Reads an object that is yet to be judged.
    public static Read read(Json object) {
        var findings = new Findings();
        if (!(object instanceof Json.Obj)) {
            findings.invalid("", "", "must be an object", "send a ContainerRecreateRequest");
        }
        var fields = new JsonFields(object, "", findings).in("spec");
        fields.only(
                List.of(
                        "podName",
                        "containers",
                        "strategy",
                        "activeDeadlineSeconds",
                        "ttlSecondsAfterFinished"));
        var spec =
                new RecreateSpec(
                        fields.text("podName").orElse(""),
                        fields.each("containers").stream().map(RecreateReader::entry).toList(),
                        strategy(fields.in("strategy")),
                        fields.number("activeDeadlineSeconds"),
                        fields.smallNumber("ttlSecondsAfterFinished"));
        return new Read(spec, findings.list());
    }

    private static RecreateSpec.Entry entry(JsonFields fields) {
        fields.only(List.of("name", "preStop", "ports", "statusContext"));
        return new RecreateSpec.Entry(
                fields.text("name").orElse(""),
                SYSTEM_FIELDS.stream().filter(fields::has).toList());
    }

    private static RecreateSpec.Strategy strategy(JsonFields fields) {
        fields.only(
                List.of(
                        "failurePolicy",
                        "orderedRecreate",
                        "forceRecreate",
                        "terminationGracePeriodSeconds",
                        "unreadyGracePeriodSeconds",
                        "minStartedSeconds"));
        return new RecreateSpec.Strategy(
                fields.text("failurePolicy").filter(word -> !word.isEmpty()),
                fields.flag("orderedRecreate").orElse(false),
                fields.flag("forceRecreate").orElse(false),
                fields.number("terminationGracePeriodSeconds"),
                fields.number("unreadyGracePeriodSeconds"),
                fields.smallNumber("minStartedSeconds"));
    }

    /// The request that an accepted object holds; empty if it was not accepted by this program, or
    /// changed since.
    public static Optional<RecreateRequest> accepted(Json object) {
        var targets = object.at("spec", "containers").map(Json::elements).orElse(List.of());
        try {
            return Optional.of(
                    new RecreateRequest(
                            id(object),
                            targets.stream().map(RecreateReader::target).toList(),
                            acceptedStrategy(object.at("spec", "strategy").orElseThrow()),
                            seconds(object.at("spec", "activeDeadlineSeconds")),
                            seconds(object.at("spec", "ttlSecondsAfterFinished")),
                            created(object)));
        } catch (IllegalArgumentException | NoSuchElementException _) {
            return Optional.empty();
        }
    }

    public static RequestId id(Json object) {
        return new RequestId(
                object.at("metadata", "name").flatMap(Json::text).orElse(""),
                object.at("metadata", "uid").flatMap(Json::text).orElse(""));
    }

    private static Instant created(Json object) {
        var text = object.at("metadata", "creationTimestamp").flatMap(Json::text).orElseThrow();
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static RecreateTarget target(Json container) {
        var context = container.field("statusContext").orElseThrow();
        return new RecreateTarget(
                new ContainerName(container.text("name").orElseThrow()),
                context.text("containerID").filter(id -> !id.isEmpty()).map(RuntimeId::new),
                Math.clamp(
                        context.field("restartCount").orElse(Json.of(0)).number().orElse(0),
                        0,
                        Integer.MAX_VALUE));
    }

    private static RecreateStrategy acceptedStrategy(Json strategy) {
        return new RecreateStrategy(
                strategy.text("failurePolicy").flatMap(FailurePolicy::ofWord).orElseThrow(),
                strategy.field("orderedRecreate").flatMap(Json::flag).orElse(false),
                strategy.field("forceRecreate").flatMap(Json::flag).orElse(false),
                seconds(strategy.field("terminationGracePeriodSeconds")).orElseThrow(),
                seconds(strategy.field("unreadyGracePeriodSeconds")),
                seconds(strategy.field("minStartedSeconds")).orElse(Duration.ZERO));
    }

    private static Optional<Duration> seconds(Optional<Json> number) {
        return number.map(it -> it.number().orElseThrow())
                .map(it -> Duration.ofSeconds(Math.clamp(it, 0, MOST_SECONDS)));
    }
}
