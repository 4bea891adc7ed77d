package dev.bookend.cli.api;

import dev.bookend.agent.state.AgentLock;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.api.client.ApiClient;
import dev.bookend.api.client.KubeConfig;
import dev.bookend.cli.syntax.Given;
import dev.bookend.cli.syntax.Option;
import dev.bookend.cli.syntax.Reading;
import dev.bookend.runtime.PrivateDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Which API a verb speaks to: that of this machine's agent, or a cluster's.
public record ApiOptions(
        StateDirectory state, Optional<Path> kubeconfig, Optional<String> context) {
    private static final Option<Path> STATE =
            Option.of(
                    "--state",
                    "DIR",
                    Reading.of(Path::of),
                    "The state directory of the agent (default: $XDG_STATE_HOME/bookend, as root"
                            + " /var/lib/bookend).");
    private static final Option<Path> KUBECONFIG =
            Option.of(
                    "--kubeconfig",
                    "FILE",
                    Reading.of(Path::of),
                    "Speak to a cluster instead of this machine's agent.");
    private static final Option<String> CONTEXT =
            Option.text("--context", "NAME", "Which context of the kubeconfig counts.");
    static final Option<String> NAMESPACE =
            Option.text("-n --namespace", "NAMESPACE", "The namespace (default: default).");
    static final List<Option<?>> ALL = List.of(STATE, KUBECONFIG, CONTEXT, NAMESPACE);

    /// The options that a verb with options of its own for the state directory lacks.
    public static final List<Option<?>> CLUSTER = List.of(KUBECONFIG, CONTEXT, NAMESPACE);

    public static ApiOptions of(Given given) {
        return new ApiOptions(
                given.value(STATE)
                        .map(StateDirectory::new)
                        .orElseGet(() -> StateDirectory.standard(System.getenv())),
                given.value(KUBECONFIG),
                given.value(CONTEXT));
    }

    /// Whether this machine's agent is meant, and no cluster.
    public boolean isLocal() {
        return kubeconfig.isEmpty();
    }

    /// Whether there is an API to speak to.
    public boolean isServed() throws IOException {
        return kubeconfig.isPresent()
                || (Files.exists(ownConfig()) && AgentLock.owner(state).isPresent());
    }

    private Path ownConfig() {
        return state.root().resolve("kubeconfig");
    }

    public ApiClient open() throws IOException {
        if (!isServed()) {
            throw new IOException(
                    "no agent serves %s; start one with: bookend agent, or name a cluster with"
                                    .formatted(state.root())
                            + " --kubeconfig");
        }
        if (isLocal()) {
            // What it holds is obeyed: where to send the token, and even which program to run.
            PrivateDirectory.make(state.root());
        }
        return new ApiClient(KubeConfig.read(kubeconfig.orElse(ownConfig()), context));
    }
}
