package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.text.Words;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The pod of a case while its header is read: `pod proxy(sidecar) app(preStop) grace 30s`.
public final class CasePod {
    private static final Pattern TOKEN =
            Pattern.compile("(?<name>\\S+?)\\((?<traits>[^)]*)\\)|(?<key>\\S+)\\s+(?<value>\\S+)");
    private static final Pattern ENV =
            Pattern.compile(
                    "(?<container>\\S+)\\s+(?<name>\\S+)\\s*(?<how>=|from)\\s*(?<value>.*)");

    private final Map<String, CaseContainer> containers = new LinkedHashMap<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final Set<String> injected = new LinkedHashSet<>();
    private final List<String> sidecars = new ArrayList<>();
    private PodSettings settings = PodSettings.DEFAULT;
    private PodMeta meta = PodMeta.named("default", "web");
    private Home home = Home.EMBEDDED;

    /// Takes one line of the header; false if it is none that describes the pod.
    public boolean take(String word, String rest) {
        switch (word) {
            case "pod" -> pod(rest);
            case "annotation" -> pair(rest, annotations);
            case "label" -> pair(rest, labels);
            case "env" -> env(rest);
            case "home" -> home = Home.valueOf(rest);
            case "injected" -> injected.addAll(List.of(rest.split("[ ,]+")));
            default -> {
                return false;
            }
        }
        return true;
    }

    public PlanResult plan() {
        return Planner.plan(manifest(), home, injected);
    }

    public PodManifest manifest() {
        if (!sidecars.isEmpty()) {
            annotations.putIfAbsent(OrderKeys.SIDECARS, String.join(",", sidecars));
        }
        var whole =
                new PodMeta(
                        meta.namespace(),
                        meta.name(),
                        meta.generateName(),
                        meta.uid(),
                        labels,
                        annotations);
        return new PodManifest(whole, settings, specs(true), specs(false), List.of());
    }

    private List<ContainerSpec> specs(boolean init) {
        return containers.values().stream()
                .filter(one -> one.init() == init)
                .map(CaseContainer::spec)
                .toList();
    }

    private void pod(String rest) {
        var tokens = TOKEN.matcher(rest);
        while (tokens.find()) {
            if (tokens.group("name") != null) {
                container(tokens.group("name"), tokens.group("traits"));
            } else {
                setting(tokens.group("key"), tokens.group("value"));
            }
        }
    }

    private void container(String name, String traits) {
        var container = new CaseContainer(name);
        for (var trait : traits.split(",", -1)) {
            if (trait.strip().equals("sidecar")) {
                sidecars.add(name);
            } else if (!trait.isBlank()) {
                container.trait(List.of(trait.strip().split("\\s+")));
            }
        }
        containers.put(name, container);
    }

    private void setting(String key, String value) {
        switch (key) {
            case "policy" ->
                    settings =
                            settings.withRestartPolicy(RestartPolicy.ofWord(value).orElseThrow());
            case "grace" -> settings = settings.withGrace(CaseTime.length(value));
            case "deadline" -> settings = settings.withActiveDeadline(CaseTime.length(value));
            case "generate-name" -> meta = generated(value);
            default -> throw new IllegalArgumentException("unknown setting of a pod: " + key);
        }
    }

    private static PodMeta generated(String prefix) {
        return new PodMeta(
                "default", "", Optional.of(prefix), Optional.empty(), Map.of(), Map.of());
    }

    private static void pair(String rest, Map<String, String> into) {
        var parts = rest.split("=", 2);
        into.put(parts[0].strip(), value(parts[1]));
    }

    private void env(String rest) {
        var match = ENV.matcher(rest);
        if (!match.matches()) {
            throw new IllegalArgumentException("not `env CONTAINER NAME = VALUE`: " + rest);
        }
        var container = containers.get(match.group("container"));
        if (container == null) {
            throw new IllegalArgumentException("env of an unknown container: " + rest);
        }
        container.env(match.group("name"), envValue(match.group("how"), match.group("value")));
    }

    private static EnvValue envValue(String how, String value) {
        if (how.equals("=")) {
            return new EnvValue.Literal(value(value));
        }
        var parts = value.split("/", 2);
        return new EnvValue.ConfigMapKeyRef(parts[0], parts[1], false);
    }

    /// A value that begins or ends in spaces stands in quotes.
    private static String value(String text) {
        var value = text.strip();
        return value.startsWith("\"") ? Words.split(value).getFirst() : value;
    }

    static Handler handler(List<String> words) {
        return switch (words.isEmpty() ? "exec" : words.getFirst()) {
            case "exec" -> new Handler.Exec(List.of("/bin/hook"));
            case "sleep" -> new Handler.Sleep(CaseTime.length(words.get(1)));
            case "http" ->
                    new Handler.HttpGet(
                            "HTTP", Optional.empty(), new PortRef.Number(8080), "/", List.of());
            default -> throw new IllegalArgumentException("unknown handler: " + words);
        };
    }

    static Probe probe(List<String> words) {
        var probe = Probe.of(new Handler.Exec(List.of("/bin/probe")));
        for (var i = 0; i + 1 < words.size(); i += 2) {
            probe = with(probe, words.get(i), words.get(i + 1));
        }
        return probe;
    }

    private static Probe with(Probe probe, String key, String value) {
        return switch (key) {
            case "grace" -> rebuilt(probe, probe.period(), probe.failureThreshold(), value);
            case "period" -> rebuilt(probe, CaseTime.length(value), probe.failureThreshold(), "");
            case "failures" -> rebuilt(probe, probe.period(), Integer.parseInt(value), "");
            default -> throw new IllegalArgumentException("unknown part of a probe: " + key);
        };
    }

    private static Probe rebuilt(Probe probe, Duration period, int failures, String grace) {
        return new Probe(
                probe.handler(),
                probe.initialDelay(),
                period,
                probe.timeout(),
                probe.successThreshold(),
                failures,
                grace.isEmpty() ? probe.grace() : Optional.of(CaseTime.length(grace)));
    }
}
