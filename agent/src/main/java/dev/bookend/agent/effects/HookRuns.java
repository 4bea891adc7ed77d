package dev.bookend.agent.effects;

import dev.bookend.agent.call.HandlerCall;
import dev.bookend.agent.call.Reply;
import dev.bookend.lifecycle.engine.Outstanding;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.value.Attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;

/// The hooks that run at present, each on a thread of its own. Called by the pod's own thread.
final class HookRuns {
    private static final int FIRST_BAD_STATUS = 400;
    private static final int KEPT_RUNS = 5;

    private final PodTools tools;
    private final Map<HookRun, Instant> begunBefore;
    private final Map<HookRun, Future<?>> running = new HashMap<>();

    /// @param begunBefore hooks that an earlier agent began and did not see end
    HookRuns(PodTools tools, Map<HookRun, Instant> begunBefore) {
        this.tools = tools;
        this.begunBefore = Map.copyOf(begunBefore);
    }

    /// Sends a hook. A command that still runs since an earlier agent is taken over (HOOK-5).
    void run(RunHook action) {
        var hook = new HookRun(action.attempt(), action.hook());
        running.computeIfAbsent(hook, _ -> tools.tasks().start(() -> deliver(hook)));
    }

    /// Gives up the hooks for whose result nobody waits any more (HOOK-7).
    void align(PodState pod) {
        var wanted = Outstanding.hooks(pod);
        running.entrySet()
                .removeIf(
                        each -> {
                            var over = !wanted.contains(each.getKey());
                            return over
                                    && (each.getValue().isDone() || each.getValue().cancel(true));
                        });
    }

    private void deliver(HookRun hook) throws InterruptedException {
        var handler =
                tools.plan()
                        .container(hook.attempt().container())
                        .lifecycle()
                        .hook(hook.hook())
                        .orElseThrow();
        var reply = tools.handlers().call(call(hook, handler));
        keep(hook, reply.output());
        tools.mailbox()
                .post(
                        new HookFinished(
                                hook.attempt(),
                                hook.hook(),
                                result(reply),
                                tools.time().instant()));
    }

    private HandlerCall call(HookRun hook, Handler handler) {
        var id = hook.hook().word().toLowerCase(Locale.ROOT) + "-1";
        return new HandlerCall(
                hook.attempt(),
                id,
                rest(hook, handler),
                HandlerCall.NO_LIMIT,
                true,
                () ->
                        tools.mailbox()
                                .post(
                                        new HookStarted(
                                                hook.attempt(),
                                                hook.hook(),
                                                tools.time().instant())));
    }

    /// A sleep that began under an earlier agent ends when it would have ended.
    private Handler rest(HookRun hook, Handler handler) {
        var begun = begunBefore.get(hook);
        if (begun == null || !(handler instanceof Handler.Sleep(var length))) {
            return handler;
        }
        var left = Duration.between(tools.time().instant(), begun.plus(length));
        return new Handler.Sleep(left.isNegative() ? Duration.ZERO : left);
    }

    private static HookResult result(Reply reply) {
        return switch (reply) {
            case Reply.Done _ -> new HookResult.Succeeded();
            case Reply.Status(var code, _) when code >= FIRST_BAD_STATUS ->
                    new HookResult.Answered(code);
            case Reply.Status _ -> new HookResult.Succeeded();
            case Reply.Failed(var why, _) -> new HookResult.Failed(why);
        };
    }

    private static HookRun longAgo(HookRun hook) {
        var number = hook.attempt().number() - KEPT_RUNS;
        return new HookRun(new Attempt(hook.attempt().container(), number), hook.hook());
    }

    /// Keeps a hook's last words where a user can read them (HOOK-6).
    private void keep(HookRun hook, String output) {
        try {
            var file = tools.directory().hookOutput(hook);
            Files.createDirectories(file.getParent());
            Files.writeString(file, output);
            Files.deleteIfExists(tools.directory().hookOutput(longAgo(hook)));
        } catch (IOException _) {
            // The output is a courtesy: a full disk must not fail the hook.
        }
    }
}
