package dev.bookend.cli;

import dev.bookend.agent.PodDeletion;
import dev.bookend.agent.PodRefused;
import dev.bookend.lifecycle.PodName;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/// `bookend delete`: ends a pod in order, whoever runs it.
@Command(
        name = "delete",
        description = "End a pod in order, also one whose bookend died, and wait for its end.",
        footer = {"", "Exit code 0 if the pod has ended, 1 if it has not or is not there."})
final class DeleteCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private final CommonOptions common = new CommonOptions();
    @Mixin private final AgentOptions options = new AgentOptions();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The pod's namespace (default: default).")
    private String namespace = "default";

    @Parameters(paramLabel = "POD", description = "The pod's name, or namespace/name.")
    private String pod = "";

    DeleteCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.problem()
                .ifPresent(
                        problem -> {
                            throw new ParameterException(spec.commandLine(), problem);
                        });
        var shown = common.apply(terminal);
        var deletion = new PodDeletion(options.state(), name(), options.grace());
        var names = new Names(shown.out(), List.of());
        try (var printing = new Printing(new PlainReport(shown.out(), names));
                var place = new LazyPlace(options)) {
            var outcome = deletion.delete(place::open, printing);
            printing.say("pod %s %s".formatted(name(), words(outcome)));
            return ExitCode.OK.number();
        } catch (PodRefused refusal) {
            shown.err().line("bookend delete: " + refusal.getMessage());
            var unable = refusal.kind() == PodRefused.Kind.UNABLE;
            return (unable ? ExitCode.UNABLE : ExitCode.FAILED).number();
        }
    }

    private PodName name() {
        var cut = pod.indexOf('/');
        return cut < 0
                ? new PodName(namespace, pod)
                : new PodName(pod.substring(0, cut), pod.substring(cut + 1));
    }

    private static String words(PodDeletion.Outcome outcome) {
        return switch (outcome) {
            case ENDED_BY_OWNER, ENDED_BY_US -> "deleted";
            case HAD_ENDED -> "had ended already";
        };
    }
}
