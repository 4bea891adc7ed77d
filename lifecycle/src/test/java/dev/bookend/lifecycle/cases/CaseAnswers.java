package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.engine.Outstanding;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.Level;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.status.ContainerStatus;
import dev.bookend.lifecycle.status.PodStatus;
import dev.bookend.lifecycle.status.Waits;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers the questions that a case asks about a plan and a pod's state.
public record CaseAnswers(PodPlan plan, PodState pod) {
    public String answer(String question) {
        var words = List.of(question.split(" "));
        return words.size() == 1 ? ofPod(words.getFirst()) : ofOne(words.get(0), words.get(1));
    }

    private String ofPod(String word) {
        return switch (word) {
            case "phase" -> PodStatus.of(plan, pod).phase().word();
            case "stage" -> CaseWords.stage(pod.stage());
            case "state" ->
                    joined(
                            pod.containers().keySet(),
                            name -> name + " " + CaseWords.state(pod.state(name)));
            case "waits" -> waits();
            case "timers" -> timers();
            case "hooks" ->
                    joined(
                            Outstanding.hooks(pod),
                            hook -> hook.attempt() + " " + hook.hook().word());
            case "probes" ->
                    joined(
                            Probing.wanted(plan, pod).entrySet(),
                            entry -> entry.getKey() + " " + kinds(entry.getValue()));
            case "name" -> plan.pod().toString();
            case "lists" -> lists(PodStatus.of(plan, pod));
            case "pod" -> podStatus(PodStatus.of(plan, pod));
            case "launch" -> levels(plan.launchLevels());
            case "exit" -> levels(plan.exitLevels());
            default -> throw new IllegalArgumentException("unknown question: " + word);
        };
    }

    private String ofOne(String word, String subject) {
        if (word.equals("condition")) {
            return CaseWords.condition(
                    Stream.of(ConditionType.values())
                            .filter(type -> type.word().equals(subject))
                            .findFirst()
                            .map(type -> pod.conditions().all().get(type)));
        }
        if (word.equals("request")) {
            return CaseWords.request(
                    Optional.ofNullable(pod.recreations().get(CaseRequest.id(subject))));
        }
        var name = new ContainerName(subject);
        var one = plan.container(name);
        return switch (word) {
            case "state" -> CaseWords.state(pod.state(name));
            case "status" -> status(name);
            case "waits" ->
                    Waits.of(plan, pod).stream()
                            .filter(wait -> wait.container().equals(name))
                            .map(CaseWords::wait)
                            .collect(Collectors.joining());
            case "gates" -> joined(one.gates(), Gate::toString);
            case "after" -> joined(one.exitAfter(), ContainerName::text);
            case "kind" -> one.kind().toString();
            case "policy" -> one.restartPolicy().word();
            default -> throw new IllegalArgumentException("unknown question: " + word);
        };
    }

    private String status(ContainerName name) {
        var status = PodStatus.of(plan, pod);
        return Stream.concat(status.initContainers().stream(), status.containers().stream())
                .filter(one -> one.name().equals(name))
                .map(CaseWords::status)
                .collect(Collectors.joining());
    }

    private static String lists(PodStatus status) {
        return Stream.of(status.initContainers(), status.containers())
                .map(list -> list.stream().map(ContainerStatus::name).toList())
                .map(CaseWords::list)
                .collect(Collectors.joining(" | "));
    }

    private static String podStatus(PodStatus status) {
        return "%s%s%s from %s"
                .formatted(
                        status.phase().word(),
                        status.reason().isEmpty() ? "" : " " + status.reason(),
                        CaseWords.quoted(status.message()),
                        CaseTime.word(status.startTime()));
    }

    private String waits() {
        var words = Waits.of(plan, pod).stream().map(CaseWords::wait).toList();
        return words.isEmpty() ? "none" : String.join("; ", words);
    }

    private String timers() {
        return joined(
                Timers.due(plan, pod).entrySet(),
                timer -> timer.getKey() + " " + CaseTime.word(timer.getValue()));
    }

    private static String levels(List<Level> levels) {
        return levels.stream()
                .map(level -> CaseWords.list(level.containers()))
                .collect(Collectors.joining(" | "));
    }

    private static String kinds(Collection<ProbeKind> kinds) {
        return kinds.stream().map(ProbeKind::word).collect(Collectors.joining(" "));
    }

    private static <T> String joined(Collection<T> all, Function<T, String> word) {
        return Optional.of(all.stream().map(word).collect(Collectors.joining(", ")))
                .filter(text -> !text.isEmpty())
                .orElse("none");
    }
}
