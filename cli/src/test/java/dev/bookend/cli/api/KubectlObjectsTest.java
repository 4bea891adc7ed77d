package dev.bookend.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.Kubectl;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// What the real kubectl does with objects that need no container, and how it is refused.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlObjectsTest {
    private AgentRun agent;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        agent = AgentRun.start(directory, "--isolation", "none").with(Kubectl.first());
    }

    @AfterAll
    void close() {
        agent.close();
    }

    private String said(String line) throws Exception {
        return agent.kubectl(line).well().out();
    }

    private String refused(String line) throws Exception {
        return agent.kubectl(line).badly().err();
    }

    @Test
    void aNamespaceGoesWithAllThatIsInIt() throws Exception {
        said("create namespace team");
        said("create configmap settings -n team --from-literal=a=b");
        said("create secret generic password -n team --from-literal=p=x");
        said("create service clusterip door -n team --tcp=80:8080");
        assertThat(said("get cm,secret,svc -n team"))
                .containsPattern("configmap/settings +1 ")
                .containsPattern("secret/password +Opaque +1 ")
                .containsPattern("service/door +ClusterIP +\\S+ +<none> +80/TCP ");
        assertThat(said("describe secret password -n team")).contains("p:  1 bytes");
        said("delete namespace team --timeout=60s");
        assertThat(refused("get ns team")).contains("NotFound");
        assertThat(said("get cm -A")).doesNotContain("team");
        assertThat(refused("create cm late -n team")).contains("namespaces \"team\" not found");
    }

    @Test
    void aDryRunOfTheServerLeavesNothing() throws Exception {
        assertThat(said("create cm dry --from-literal=a=b --dry-run=server -o yaml"))
                .contains("uid:", "a: b");
        assertThat(refused("get cm dry")).contains("NotFound");
        said("create cm wet --from-literal=a=b");
        said("delete cm wet --dry-run=server");
        said("patch cm wet --dry-run=server -p '{\"data\":{\"a\":\"c\"}}'");
        assertThat(said("get cm wet -o jsonpath='{.data.a}'")).isEqualTo("b\n");
    }

    @Test
    void selectorsChoose() throws Exception {
        for (var each : new String[] {"one", "two", "three"}) {
            said("create cm " + each);
            said("label cm %s n=%s".formatted(each, each));
        }
        assertThat(said("get cm -o name -l n=one")).isEqualTo("configmap/one\n");
        assertThat(said("get cm -o name -l 'n in (one, two)'").lines()).hasSize(2);
        assertThat(said("get cm -o name -l n,n!=one").lines()).hasSize(2);
        assertThat(said("get cm -o name --field-selector metadata.name=three"))
                .isEqualTo("configmap/three\n");
        assertThat(refused("get cm --field-selector spec.nonsense=1")).contains("spec.nonsense");
        assertThat(said("delete cm -l n").lines()).hasSize(3);
    }

    @Test
    void whatIsThereIsExplained() throws Exception {
        assertThat(said("explain pod.spec.containers")).contains("FIELD: containers", "command");
        assertThat(said("explain crr.spec.strategy"))
                .contains("GROUP:      apps.kruise.io", "orderedRecreate")
                .contains("Stop the next container only when the one before is ready again");
        assertThat(said("explain pod.spec")).contains("How long the whole exit may take");
        assertThat(said("api-resources"))
                .containsPattern("pods +po +v1 +true +Pod")
                .containsPattern("containerrecreaterequests +crr +apps.kruise.io/v1alpha1 +true");
        assertThat(said("auth can-i delete pods")).isEqualTo("yes\n");
        assertThat(said("auth can-i --list"))
                .containsPattern("\\*\\.\\* +\\[\\] +\\[\\] +\\[\\*\\]");
        assertThat(said("auth whoami")).containsPattern("Username +bookend");
        assertThat(said("cluster-info")).contains("is running at https://127.0.0.1:");
        assertThat(said("version")).contains("Server Version: v1.");
        assertThat(said("get --raw /readyz")).isEqualTo("ok\n");
    }

    @Test
    void aCordonAndATaintAreRefusedWithWhatToDoInstead() throws Exception {
        var node = said("get nodes -o name").strip().replace("node/", "");
        // kubectl says why it could not, and that this is no failure.
        assertThat(agent.kubectl("cordon " + node).err())
                .contains("is forbidden", "with: bookend drain");
        assertThat(agent.kubectl("taint node " + node + " a=b:NoSchedule").err())
                .contains("is forbidden", "with: bookend drain");
        assertThat(said("get nodes")).doesNotContain("SchedulingDisabled");
        said("uncordon " + node);
    }

    @Test
    void theNodeIsThisMachine() throws Exception {
        assertThat(said("get nodes -o wide")).containsPattern("Ready +<none> ");
        assertThat(said("describe node"))
                .containsPattern("Ready +True ")
                .containsPattern("memory: +[1-9][0-9]+Ki");
    }

    @Test
    void whatIsNotServedIsRefusedClearly() throws Exception {
        assertThat(refused("get pods --token=wrong")).contains("You must be logged in");
        assertThat(refused("get deployments"))
                .isEqualTo("error: the server doesn't have a resource type \"deployments\"\n");
        assertThat(refused("top pod")).contains("Metrics API not available");
        agent.write("cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ssa}\n");
        assertThat(refused("apply --server-side -f cm.yaml"))
                .contains("use kubectl apply without --server-side");
        assertThat(refused("delete node --all")).contains("cannot be deleted");
        assertThat(refused("delete ns default")).contains("may not be deleted");
    }

    @Test
    void aListInAManifestIsAppliedAndReadBack() throws Exception {
        agent.write(
                "list.yaml",
                """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: l1}, data: {a: "é"}}
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: l2}}
                """);
        assertThat(said("apply -f list.yaml"))
                .isEqualTo("configmap/l1 created\nconfigmap/l2 created\n");
        agent.sh("kubectl get cm l1 l2 -o yaml >read.yaml").well();
        assertThat(said("apply -f read.yaml")).contains("configmap/l1", "configmap/l2");
        assertThat(said("delete -f list.yaml").lines()).hasSize(2);
    }

    @Test
    void aKindThatIsNotServedIsNamed() throws Exception {
        agent.write("d.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n");
        assertThat(refused("apply -f d.yaml"))
                .contains("no matches for kind \"Deployment\" in version \"apps/v1\"");
    }

    @Test
    void aMisspeltFieldIsRefused() throws Exception {
        agent.write("cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndat: {}\n");
        assertThat(refused("create -f cm.yaml")).contains("unknown field \"dat\"");
        agent.write(
                "crr.yaml",
                """
                apiVersion: apps.kruise.io/v1alpha1
                kind: ContainerRecreateRequest
                metadata: {name: misspelt}
                spec: {podName: p, containers: [{name: a}], strategy: {ordered: true}}
                """);
        assertThat(refused("create -f crr.yaml"))
                .contains("strict decoding error: unknown field \"spec.strategy.ordered\"");
        assertThat(refused("label ns default 'a b=c'")).contains("metadata.labels: Invalid value");
    }
}
