package dev.bookend.simulator.explore;

import dev.bookend.agent.loop.Decision;
import dev.bookend.agent.loop.Effects;
import dev.bookend.agent.loop.PodTurn;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.text.EventText;
import dev.bookend.simulator.invariant.History;
import dev.bookend.simulator.invariant.Judge;
import dev.bookend.simulator.invariant.Roles;
import dev.bookend.simulator.invariant.Violation;
import dev.bookend.simulator.world.Endings;
import dev.bookend.simulator.world.JournalText;
import dev.bookend.simulator.world.PodText;
import dev.bookend.simulator.world.Scenario;
import dev.bookend.simulator.world.World;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Tries everything that may happen to one pod, in every order, with a crash at every point, up to
/// a number of events.
final class Exploration {
    private static final Duration LONG_ABSENCE = Duration.ofMinutes(2);
    private final Scenario scenario;
    private final PodPlan plan;
    private final Decision decision;
    private final BooleanSupplier timeIsUp;
    private final Map<Long, Integer> visited = new HashMap<>();
    private long steps;

    Exploration(Scenario scenario, Decision decision, BooleanSupplier timeIsUp) {
        this.scenario = scenario;
        plan = scenario.plan().orElseThrow();
        this.decision = decision;
        this.timeIsUp = timeIsUp;
    }

    long states() {
        return visited.size();
    }

    long steps() {
        return steps;
    }

    /// Goes on for so many events from every moment of a calm life; returns whether everything was
    /// tried before time was up.
    boolean explore(int depth) {
        var moments = new ArrayList<>(calmLife(false));
        moments.addAll(calmLife(true));
        for (var moment : moments) {
            if (!visit(moment, depth)) {
                return false;
            }
        }
        return true;
    }

    /// A life without trouble: up, stopped, and down; or up and recreated, if somebody wishes it.
    private List<Node> calmLife(boolean wishing) {
        var node =
                new Node(
                        PodState.unborn(plan),
                        Toy.fresh(World.START),
                        new History(new Roles(scenario.pod()), World.START),
                        Optional.empty());
        var moments = new ArrayList<Node>();
        while (!node.pod().ended() && !(wishing && isRecreated(node.pod()))) {
            moments.add(node);
            var move = Calm.next(plan, node.pod(), node.toy(), wishing);
            var calm = new Move(move.event(), move.toy().with(Toy.Trouble.NONE));
            var next = told(node, calm).getFirst();
            var toy = next.toy().with(Toy.Trouble.SOME);
            node = new Node(next.pod(), toy, next.history(), next.path());
        }
        return moments;
    }

    private static boolean isRecreated(PodState pod) {
        return !pod.recreations().isEmpty()
                && pod.recreations().values().stream().allMatch(RecreateProgress::isOver);
    }

    private boolean visit(Node node, int depth) {
        var fingerprint = node.fingerprint();
        if (visited.getOrDefault(fingerprint, -1) >= depth) {
            return true;
        }
        visited.put(fingerprint, depth);
        if (depth == 0) {
            return true;
        }
        var moves = Moves.of(plan, node.pod(), node.toy());
        if (moves.isEmpty() && !node.pod().ended()) {
            Endings.settled(plan, node.pod());
        }
        for (var move : moves) {
            if (timeIsUp.getAsBoolean() || !follow(node, move, depth - 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean follow(Node node, Move move, int depth) {
        for (var next : told(node, move)) {
            if (!visit(next, depth)) {
                return false;
            }
        }
        return true;
    }

    /// A broken promise is told with the way that led there.
    private List<Node> told(Node node, Move move) {
        try {
            return outcomes(node, move);
        } catch (Violation violation) {
            var journal = new JournalText();
            node.events().forEach(journal::add);
            journal.add(move.event());
            throw violation.after(PodText.lines(scenario.pod()), journal.lines());
        }
    }

    /// The plain outcome of a move and, while crashes are left, those of an agent that dies in it.
    private List<Node> outcomes(Node node, Move move) {
        var turn = new ToyTurn(node.history());
        var step = turn.take(node.pod(), move.event(), move.toy());
        var path = Optional.of(new Node.Path(move.event(), node.path()));
        var plain = new Node(step.pod(), turn.toy, turn.history, path);
        var all = new ArrayList<Node>();
        all.add(plain);
        if (move.toy().trouble().crashes() > 0) {
            replay(node, move.event(), step.pod());
            var down = move.toy().with(move.toy().trouble().lessCrashes());
            var done = turn.toy.with(down.trouble());
            all.add(crashed(plain, done));
            all.add(crashed(plain, longAbsence(done)));
            if (!step.actions().isEmpty()) {
                all.add(crashed(plain, down));
            }
            if (step.actions().size() > 1) {
                all.add(crashed(plain, down.performing(step.actions().getFirst())));
            }
        }
        return all;
    }

    private static Toy longAbsence(Toy toy) {
        return toy.afterWaiting(toy.now().plus(LONG_ABSENCE));
    }

    /// Replay gives the same state: it did so for the events before, so the last one is enough.
    private void replay(Node node, Event event, PodState after) {
        var read = EventText.read(EventText.write(event), event.at());
        Endings.replayed(after, decision.step(plan, node.pod(), read).pod());
    }

    /// The agent comes back to a world in which its last actions were performed, or were not.
    private Node crashed(Node before, Toy toy) {
        var turn = new ToyTurn(before.history());
        var event = new Event.AgentRestarted(toy.now());
        var step = turn.take(before.pod(), event, toy);
        return new Node(
                step.pod(),
                turn.toy,
                turn.history,
                Optional.of(new Node.Path(event, before.path())));
    }

    /// One real turn of the pod in a small world.
    private final class ToyTurn implements Effects {
        private final Judge judge;
        private History history;
        private Toy toy = Toy.fresh(World.START);

        ToyTurn(History before) {
            judge = new Judge(plan, before);
            history = before;
        }

        Step take(PodState pod, Event event, Toy around) {
            steps++;
            toy = around;
            Instant now = around.now();
            var turn =
                    PodTurn.resumed(
                            plan,
                            pod,
                            (taken, step) -> judge.judge(pod, taken, step, now),
                            this,
                            decision);
            try {
                return turn.take(event);
            } catch (IllegalStateException | IllegalArgumentException bug) {
                throw new Violation("ENGINE", "the engine does not stumble", event + ": " + bug);
            } finally {
                history = judge.history();
            }
        }

        @Override
        public void perform(Action action) {
            toy = toy.performing(action);
        }

        @Override
        public void align(PodPlan plan, PodState pod) {}

        @Override
        public void tell(Notice notice) {}
    }
}
