package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreatePart.Failed;
import dev.bookend.lifecycle.recreate.RecreatePart.Recreating;
import dev.bookend.lifecycle.recreate.RecreatePart.Stopping;
import dev.bookend.lifecycle.recreate.RecreatePart.Succeeded;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStage;
import dev.bookend.lifecycle.recreate.RecreateStage.Completed;
import dev.bookend.lifecycle.recreate.RecreateStage.Unready;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.stream.Collectors;

/// What users hear of a request: its cause is in every event of it (CRR-12).
final class RecreateNotices {
    private RecreateNotices() {}

    static void tell(Draft draft, RecreateProgress before, RecreateProgress after) {
        var id = after.request().id();
        after.parts()
                .forEach(
                        (name, part) -> {
                            if (!part.equals(before.part(name))) {
                                tell(draft, name, part, id);
                            }
                        });
        if (!after.stage().equals(before.stage())) {
            tell(draft, after);
        }
    }

    private static void tell(Draft draft, ContainerName name, RecreatePart part, RequestId id) {
        switch (part) {
            case Stopping(_, var killed, _) ->
                    draft.tell(
                            name,
                            NoticeReason.RECREATING,
                            killed
                                    ? "ContainerRecreateRequest %s stops container %s"
                                            .formatted(id, name)
                                    : "ContainerRecreateRequest %s finds container %s stopping"
                                            .formatted(id, name));
            case Recreating(var killed, _) when !killed ->
                    draft.tell(
                            name,
                            NoticeReason.RECREATING,
                            "ContainerRecreateRequest %s stops nothing: container %s is new or down"
                                    .formatted(id, name));
            case Succeeded _ ->
                    draft.tell(
                            name,
                            NoticeReason.RECREATED,
                            "Container %s is recreated, as ContainerRecreateRequest %s asked"
                                    .formatted(name, id));
            case Failed(_, var why) ->
                    draft.warn(
                            name,
                            NoticeReason.FAILED_RECREATE,
                            "ContainerRecreateRequest %s failed for container %s: %s"
                                    .formatted(id, name, why.words()));
            case RecreatePart.Pending _, RecreatePart.Held _, Recreating _ -> {}
        }
    }

    private static void tell(Draft draft, RecreateProgress after) {
        var id = after.request().id();
        switch (after.stage()) {
            case Unready _ ->
                    draft.tellPod(
                            Tone.NORMAL,
                            NoticeReason.RECREATING,
                            "Pod is unready before ContainerRecreateRequest %s stops its containers"
                                    .formatted(id),
                            new Detail.Nothing());
            case Completed _ ->
                    draft.tellPod(
                            after.isSuccess() ? Tone.NORMAL : Tone.WARNING,
                            NoticeReason.RECREATE_COMPLETED,
                            "ContainerRecreateRequest %s completed: %s".formatted(id, sum(after)),
                            new Detail.Nothing());
            case RecreateStage.Queued _, RecreateStage.Working _ -> {}
        }
    }

    private static String sum(RecreateProgress progress) {
        return progress.parts().entrySet().stream()
                .map(
                        part ->
                                part.getKey()
                                        + (part.getValue() instanceof Succeeded
                                                ? " Succeeded"
                                                : " Failed"))
                .collect(Collectors.joining(", "));
    }
}
