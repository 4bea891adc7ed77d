package dev.bookend.cli.live;

import dev.bookend.agent.log.LogLine;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonDraft;

/// A notice a line as a JSON object on standard output, and nothing else there.
public final class JsonReport implements Report {
    private final Terminal terminal;

    public JsonReport(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void say(String text) {
        terminal.err().line(text);
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        terminal.out().line(object(plan, notice).line());
    }

    static Json object(PodPlan plan, Notice notice) {
        var draft =
                Json.object()
                        .put("time", Moments.exact(notice.at()))
                        .put("pod", plan.pod().toString())
                        .put("container", notice.container().map(ContainerName::text))
                        .put("type", notice.tone().word())
                        .put("reason", notice.reason().word())
                        .put("message", notice.message());
        return detailed(draft, notice.detail()).done();
    }

    private static JsonDraft detailed(JsonDraft draft, Detail detail) {
        return switch (detail) {
            case Detail.Nothing() -> draft;
            case Detail.ExitCode(var code) -> draft.put("exitCode", code);
            case Detail.WaitsFor(var names) ->
                    draft.put("for", names.stream().map(ContainerName::text).toList());
            case Detail.FinalPhase(var phase) -> draft.put("phase", phase.word());
        };
    }

    @Override
    public void changed(PodPlan plan, PodState pod) {}

    @Override
    public void printed(LogLine line) {}

    @Override
    public void refresh() {}

    @Override
    public void summed(PodPlan plan, PodState pod, String journal) {
        Summary.of(plan, pod, journal).forEach(this::say);
    }

    @Override
    public void close() {}
}
