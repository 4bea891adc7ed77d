package dev.bookend.lifecycle.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodPhases;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.text.EventText;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lives through a case, and says what really followed each event.
final class CaseRun {
    private final CasePod manifest = new CasePod();
    private final Set<String> told = new HashSet<>();
    private Optional<PlanResult> result = Optional.empty();
    private Optional<PodState> state = Optional.empty();

    void header(String text) {
        var parts = text.split("\\s+", 2);
        var rest = parts.length < 2 ? "" : parts[1].strip();
        if (parts[0].equals("tell")) {
            told.addAll(List.of(rest.split("\\s+")));
        } else if (!parts[0].equals("rules") && !manifest.take(parts[0], rest)) {
            throw new IllegalArgumentException("unknown line of a header: " + text);
        }
    }

    PlanResult result() {
        if (result.isEmpty()) {
            result = Optional.of(manifest.plan());
            assertThat(result.get() instanceof PlanResult.Rejected)
                    .as("refused for an error, and for nothing else")
                    .isEqualTo(result.get().all().stream().anyMatch(Finding::isError));
        }
        return result.get();
    }

    private PodPlan plan() {
        if (result() instanceof PlanResult.Planned(var plan, _)) {
            return plan;
        }
        throw new IllegalArgumentException("the pod was refused: " + result().all());
    }

    private PodState pod() {
        return state.orElseGet(() -> PodState.unborn(plan()));
    }

    String answer(String question) {
        return new CaseAnswers(plan(), pod()).answer(question);
    }

    List<String> step(String time, String text) {
        var followed = new ArrayList<String>();
        for (var one : CaseEvents.split(text)) {
            followed.addAll(step(new CaseEvents(pod(), CaseTime.at(time)).read(one)));
        }
        return followed;
    }

    private List<String> step(Event event) {
        assertThat(EventText.read(EventText.write(event), event.at())).isEqualTo(event);
        var before = pod();
        var step = Engine.step(plan(), before, event);
        state = Optional.of(step.pod());
        CasePromises.check(plan(), step.pod(), event);
        return followed(before, step);
    }

    private List<String> followed(PodState before, Step step) {
        var words = new ArrayList<String>();
        step.actions().forEach(action -> words.add(CaseWords.action(action)));
        newTimers(before, step.pod())
                .forEach((timer, at) -> words.add("timer " + timer + " " + CaseTime.word(at)));
        var phase = PodPhases.of(plan(), step.pod());
        if (phase != PodPhases.of(plan(), before)) {
            words.add("phase " + phase.word());
        }
        step.notices().forEach(notice -> tell(notice).ifPresent(words::add));
        return words;
    }

    private Map<Timer, Instant> newTimers(PodState before, PodState after) {
        var old = new HashMap<>(Timers.due(plan(), before));
        var due = new java.util.LinkedHashMap<>(Timers.due(plan(), after));
        due.entrySet().removeAll(old.entrySet());
        return due;
    }

    /// Warnings and what concerns the whole pod are always told; the rest on demand.
    private Optional<String> tell(Notice notice) {
        var words = CaseWords.notice(notice);
        var whole = words + CaseWords.quoted(notice.message());
        if (told.contains("all")) {
            return Optional.of(whole + CaseWords.detail(notice.detail()));
        }
        if (notice.tone() == Notice.Tone.WARNING || notice.container().isEmpty()) {
            return Optional.of(whole);
        }
        return told.contains(notice.reason().word()) ? Optional.of(words) : Optional.empty();
    }
}
