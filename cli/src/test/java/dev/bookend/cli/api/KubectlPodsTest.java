package dev.bookend.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Pods in the hands of the real kubectl.
@Tag("slow")
@ParameterizedClass
@MethodSource("dev.bookend.cli.api.KubectlSetting#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlPodsTest {
    private static final String SERVE =
            "trap 'echo bye; exit 0' TERM; echo hello; while :; do sleep 0.1; done";

    // JUnit demands a field for every parameter of a class with one instance.
    @Parameter @Nullable KubectlSetting setting;
    private Optional<AgentRun> running = Optional.empty();

    @BeforeParameterizedClassInvocation
    void open(KubectlSetting given, @TempDir Path directory) throws IOException {
        running = Optional.of(given.start(directory));
    }

    @AfterParameterizedClassInvocation
    void close() {
        running.ifPresent(AgentRun::close);
    }

    private AgentRun agent() {
        return running.orElseThrow();
    }

    private static String pod(String name, String script, String more) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, labels: {app: %s}}
        spec:
          terminationGracePeriodSeconds: 20
          containers:
          - name: app
            image: registry.example/app:1
            command: [sh, -c, "%s"]
        %s
        """
                .formatted(name, name, script, more.indent(2));
    }

    /// Creates a pod that serves, and waits for it.
    private void serving(String name) throws Exception {
        agent().write(name + ".yaml", pod(name, SERVE, ""));
        agent().kubectl("create -f %s.yaml".formatted(name)).well();
        ready(name);
    }

    private void ready(String name) throws Exception {
        agent().kubectl("wait --for=condition=Ready pod/%s --timeout=60s".formatted(name)).well();
    }

    private String field(String name, String path) throws Exception {
        return agent().kubectl("get pod %s -o jsonpath='{%s}'".formatted(name, path)).well().out();
    }

    @Test
    void aPodIsShownInEveryForm() throws Exception {
        serving("shown");
        assertThat(agent().kubectl("get pods -o wide").well().out())
                .containsPattern("NAME +READY +STATUS +RESTARTS +AGE +IP +NODE")
                .containsPattern("shown +1/1 +Running +0 +\\S+ +[0-9.]+ +\\S+ ");
        assertThat(agent().kubectl("get pod shown -o json").well().out())
                .contains("\"kind\": \"Pod\"", "\"phase\": \"Running\"");
        assertThat(agent().kubectl("get pod shown -o yaml").well().out())
                .contains("kind: Pod", "phase: Running");
        assertThat(agent().kubectl("get pod -o name").well().out()).contains("pod/shown\n");
        assertThat(field("shown", ".status.containerStatuses[0].ready")).isEqualTo("true\n");
        assertThat(agent().kubectl("get po -A -o custom-columns=N:.metadata.name").well().out())
                .contains("shown\n");
        assertThat(agent().kubectl("get pods --show-labels --sort-by=.metadata.name").well().out())
                .contains("app=shown");
        assertThat(agent().kubectl("get pod nowhere").badly().err())
                .isEqualTo("Error from server (NotFound): pods \"nowhere\" not found\n");
    }

    @Test
    void aWatchSeesAPodComeAndGo() throws Exception {
        try (var watch = agent().follow("exec kubectl get pods -w -l app=seen")) {
            serving("seen");
            watch.awaitLine("seen", "1/1", "Running");
            agent().kubectl("delete pod seen").well();
            watch.awaitLine("seen", "0/1", "Terminating");
        }
    }

    @Test
    void describeTellsStateAndEvents() throws Exception {
        serving("told");
        assertThat(agent().kubectl("describe pod told").well().out())
                .containsPattern("Status: +Running")
                .containsPattern("Restart Count: +0")
                .containsPattern("Normal +Started +\\S+ +bookend +.*Container started");
    }

    @Test
    void applyCreatesAndChanges() throws Exception {
        agent().write("applied.yaml", pod("applied", SERVE, ""));
        assertThat(agent().kubectl("apply -f applied.yaml").well().out())
                .isEqualTo("pod/applied created\n");
        ready("applied");
        assertThat(agent().kubectl("apply -f applied.yaml").well().out())
                .isEqualTo("pod/applied unchanged\n");
        agent().write(
                        "applied.yaml",
                        pod("applied", SERVE, "").replace("app: applied", "app: new"));
        assertThat(agent().kubectl("diff -f applied.yaml").badly().out()).contains("+    app: new");
        assertThat(agent().kubectl("apply -f applied.yaml").well().out())
                .isEqualTo("pod/applied configured\n");
        assertThat(field("applied", ".metadata.labels.app")).isEqualTo("new\n");
        agent().write("applied.yaml", pod("applied", "true", ""));
        assertThat(agent().kubectl("apply -f applied.yaml").badly().err())
                .contains("is invalid: spec: Forbidden: pod updates may not change fields");
    }

    @Test
    void createRefusesWhatIsThere() throws Exception {
        serving("twice");
        assertThat(agent().kubectl("create -f twice.yaml").badly().err())
                .contains("(AlreadyExists)", "pods \"twice\" already exists");
        agent().write("bad.yaml", pod("bad", "true", "").replace("image:", "imag:"));
        assertThat(agent().kubectl("create -f bad.yaml").badly().err())
                .contains("strict decoding error: unknown field \"spec.containers[0].imag\"");
    }

    @Test
    void everyKindOfPatchIsTaken() throws Exception {
        serving("patched");
        agent().kubectl(
                        "patch pod patched --type merge -p"
                                + " '{\"metadata\":{\"labels\":{\"a\":\"1\"}}}'")
                .well();
        var replace = "[{'op':'replace','path':'/metadata/labels/a','value':'2'}]";
        agent().kubectl(
                        "patch pod patched --type json -p '%s'"
                                .formatted(replace.replace('\'', '"')))
                .well();
        agent().kubectl("patch pod patched -p '{\"metadata\":{\"labels\":{\"b\":\"3\"}}}'").well();
        agent().kubectl("label pod patched c=4").well();
        agent().kubectl("label pod patched b-").well();
        agent().kubectl("annotate pod patched note=kept").well();
        agent().sh("EDITOR='sed -i s/kept/edited/' kubectl edit pod patched").well();
        assertThat(field("patched", ".metadata.labels"))
                .isEqualTo("{\"a\":\"2\",\"app\":\"patched\",\"c\":\"4\"}\n");
        assertThat(field("patched", ".metadata.annotations.note")).isEqualTo("edited\n");
        assertThat(agent().kubectl("label pod patched c=5").badly().err())
                .contains("already has a value (4), and --overwrite is false");
    }

    @Test
    void aDeletionHasTheGraceThatIsAskedFor() throws Exception {
        agent().write("deaf.yaml", pod("deaf", "trap '' TERM; while :; do sleep 0.1; done", ""));
        agent().kubectl("create -f deaf.yaml").well();
        ready("deaf");
        agent().kubectl("delete pod deaf --wait=false").well();
        assertThat(field("deaf", ".metadata.deletionGracePeriodSeconds")).isEqualTo("20\n");
        agent().kubectl("delete pod deaf --grace-period=1").well();
        agent().kubectl("get pod deaf").badly();
        serving("forced");
        agent().kubectl("delete pod forced --force --grace-period=0").well();
        serving("now");
        agent().kubectl("delete pod -l app=now --now").well();
        agent().kubectl("wait --for=delete pod/forced pod/now --timeout=60s").well();
    }

    @Test
    void aFinalizerHoldsTheObjectOnly() throws Exception {
        serving("held");
        agent().kubectl("patch pod held -p '{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}'").well();
        agent().kubectl("delete pod held --wait=false").well();
        agent().kubectl("wait --for=jsonpath='{.status.phase}'=Succeeded pod/held --timeout=60s")
                .well();
        agent().kubectl("patch pod held --type merge -p '{\"metadata\":{\"finalizers\":null}}'")
                .well();
        agent().kubectl("wait --for=delete pod/held --timeout=60s").well();
        assertThat(agent().kubectl("get pod held").badly().err()).contains("NotFound");
    }

    @Test
    void logsAreFollowedCutAndKeptOfTheRunBefore() throws Exception {
        agent().write(
                        "log.yaml",
                        pod(
                                "log",
                                "for i in 1 2 3; do echo line $i of it; done; sleep 1; exit 1",
                                ""));
        agent().kubectl("create -f log.yaml").well();
        ready("log");
        assertThat(agent().kubectl("logs -f log").well().out())
                .containsPattern("(?s)line 1.*line 2.*line 3");
        agent().kubectl(
                        "wait --for=jsonpath='{.status.containerStatuses[0].restartCount}'=1"
                                + " pod/log --timeout=60s")
                .well();
        assertThat(agent().kubectl("logs log --previous --tail=1").well().out())
                .isEqualTo("line 3 of it\n");
        assertThat(agent().kubectl("logs log -p --timestamps --tail=1").well().out())
                .matches("20\\d\\d-\\d\\d-\\d\\dT[0-9:]+\\.\\d+Z line 3 of it\n");
        assertThat(agent().kubectl("logs log -p --since=1h").well().out()).contains("line 1");
        assertThat(agent().kubectl("logs log -p --since-time=2999-01-01T00:00:00Z").well().out())
                .isEmpty();
        assertThat(agent().kubectl("logs log -p --limit-bytes=3").well().out()).isEqualTo("lin\n");
        assertThat(agent().kubectl("logs log -c nobody").badly().err())
                .contains("container nobody is not valid for pod log");
    }

    @Test
    void commandsRunInsideAContainer() throws Exception {
        serving("box");
        var failed = agent().kubectl("exec box -- sh -c 'echo out; echo err >&2; exit 7'");
        assertThat(failed.code()).isEqualTo(7);
        assertThat(failed.out()).isEqualTo("out\n");
        assertThat(failed.err()).contains("err\n", "command terminated with exit code 7");
        assertThat(agent().sh("echo hello | kubectl exec -i box -- tr a-z A-Z").well().out())
                .isEqualTo("HELLO\n");
        assertThat(
                        agent().sh("head -c 3000000 /dev/zero | kubectl exec -i box -- wc -c")
                                .well()
                                .out()
                                .strip())
                .isEqualTo("3000000");
        assertThat(
                        agent().kubectl("exec box -- head -c 3000000 /dev/zero | wc -c")
                                .well()
                                .out()
                                .strip())
                .isEqualTo("3000000");
        assertThat(agent().kubectl("exec box -- nothing-of-that-name").badly().err()).isNotEmpty();
        assertThat(agent().kubectl("exec nowhere -- true").badly().err()).contains("NotFound");
    }

    @Test
    void aTerminalHasTheSizeOfTheUsers() throws Exception {
        serving("tty");
        agent().write(
                        "size.sh",
                        """
                        stty rows 41 cols 99
                        exec kubectl exec -it tty -- sh -c '
                            tty
                            for i in $(seq 100); do
                                if stty size | grep "41 99"; then exit; fi
                                sleep 0.1
                            done
                            stty size'
                        """);
        assertThat(agent().sh("script -qec 'sh size.sh' /dev/null").well().out())
                .contains("/dev/pts/", "41 99");
    }

    @Test
    void anOldKubectlIsToldWhatToDo() throws Exception {
        serving("old");
        assertThat(
                        agent().sh(
                                        "KUBECTL_REMOTE_COMMAND_WEBSOCKETS=false kubectl exec old"
                                                + " -- true")
                                .badly()
                                .err())
                .contains("exec is served over WebSocket only", "use kubectl 1.31 or later");
    }

    @Test
    void filesAreCopiedBothWays() throws Exception {
        agent().write("copied.yaml", pod("copied", SERVE, ""));
        agent().kubectl("create -f copied.yaml").well();
        ready("copied");
        agent().write("here.txt", "some text\n");
        var inside = "/tmp/bookend-copied-" + ProcessHandle.current().pid();
        agent().kubectl("cp here.txt copied:%s".formatted(inside)).well();
        agent().kubectl("cp copied:%s back.txt".formatted(inside)).well();
        assertThat(agent().sh("cat back.txt").well().out()).isEqualTo("some text\n");
        agent().kubectl("exec copied -- rm %s".formatted(inside)).well();
    }

    @Test
    void runMakesAPod() throws Exception {
        agent().kubectl("run ran --image=x --restart=Never --command -- sh -c 'echo ran'").well();
        agent().kubectl("wait --for=jsonpath='{.status.phase}'=Succeeded pod/ran --timeout=60s")
                .well();
        assertThat(agent().kubectl("logs ran").well().out()).isEqualTo("ran\n");
        assertThat(agent().kubectl("attach ran").badly().err()).isNotEmpty();
        serving("bound");
        assertThat(agent().kubectl("port-forward bound 0:80").badly().err())
                .contains("pods/portforward is not served");
        assertThat(agent().kubectl("attach bound").badly().err())
                .contains("pods/attach is not served");
    }

    @Test
    void aNewImageRestartsItsContainer() throws Exception {
        serving("imaged");
        agent().kubectl("set image pod/imaged app=registry.example/app:2").well();
        agent().kubectl(
                        "wait --for=jsonpath='{.status.containerStatuses[0].restartCount}'=1"
                                + " pod/imaged --timeout=60s")
                .well();
        assertThat(field("imaged", ".status.containerStatuses[0].image"))
                .isEqualTo("registry.example/app:2\n");
        assertThat(agent().kubectl("debug imaged --image=x").badly().err())
                .contains("ephemeral containers are disabled for this cluster");
    }

    @Test
    void eventsAreListed() throws Exception {
        serving("eventful");
        assertThat(agent().kubectl("get events").well().out())
                .containsPattern("Normal +Started +pod/eventful +app: Container started");
        assertThat(agent().kubectl("events --for pod/eventful").well().out())
                .containsPattern("Normal +Ready +Pod/eventful");
        assertThat(
                        agent().kubectl(
                                        "get events --field-selector"
                                            + " involvedObject.name=eventful,reason=Ready -o name")
                                .well()
                                .out()
                                .lines())
                .hasSize(1);
    }

    @Test
    void aContainerIsRecreated() throws Exception {
        serving("again");
        agent().write(
                        "crr.yaml",
                        """
                        apiVersion: apps.kruise.io/v1alpha1
                        kind: ContainerRecreateRequest
                        metadata: {name: fresh}
                        spec: {podName: again, containers: [{name: app}]}
                        """);
        agent().kubectl("create -f crr.yaml").well();
        agent().kubectl("wait crr/fresh --for=jsonpath='{.status.phase}'=Completed --timeout=60s")
                .well();
        assertThat(agent().kubectl("get crr").well().out())
                .containsPattern("NAME +PHASE +POD +NODE +AGE")
                .containsPattern("fresh +Completed +again ");
        assertThat(field("again", ".status.containerStatuses[0].restartCount")).isEqualTo("1\n");
        assertThat(agent().kubectl("logs again --previous").well().out()).isEqualTo("hello\nbye\n");
        agent().sh("sed 's/name: app/name: ap/; s/fresh/bad/' crr.yaml >bad-crr.yaml").well();
        assertThat(agent().kubectl("create -f bad-crr.yaml").badly().err())
                .contains("spec.containers[0].name");
    }
}
