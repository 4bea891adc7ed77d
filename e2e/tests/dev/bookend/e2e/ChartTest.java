package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@Tag("cluster")
class ChartTest {
    private static final Path CHART = Path.of("../deploy/chart");
    private static final Path PLAIN = Path.of("../deploy/bookend.yaml");

    @Test
    void theChartIsWithoutFault() {
        var result = new Helm(CHART).lint().strict().quiet().call();
        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    /// Write the file anew with `helm template bookend deploy/chart -n bookend`.
    @Test
    void thePlainFileIsTheChart() throws IOException {
        assertThat(Files.readString(PLAIN)).endsWith(render());
    }

    @Test
    void optionsAreThere() {
        var all =
                new Helm(CHART)
                        .template()
                        .withName("bookend")
                        .withNamespace("bookend")
                        .set("networkPolicy.apiServers[0]", "10.1.0.0/28")
                        .set("networkPolicy.monitors[0].namespaceSelector.matchLabels.a", "b")
                        .set("certificates.from", "cert-manager")
                        .call();
        assertThat(all)
                .contains("kind: NetworkPolicy", "cidr: \"10.1.0.0/28\"", "namespaceSelector:")
                .contains("kind: Certificate")
                .contains("cert-manager.io/inject-ca-from: bookend/bookend-webhook")
                .contains("BOOKEND_CERTIFICATES, value: given");
    }

    /// With one replica a budget would keep its node from ever being drained.
    @Test
    void twoReplicasComeWithABudget() {
        var budget = "kind: PodDisruptionBudget";
        assertThat(render()).contains(budget);
        assertThat(new Helm(CHART).template().set("replicas", 1).call()).doesNotContain(budget);
    }

    /// An operator without memory is of no use to anybody until it is started again.
    @Test
    void theImageEndsWithoutMemory() throws IOException {
        assertThat(Files.readString(Path.of("../deploy/image/build")))
                .contains("-XX:+ExitOnOutOfMemoryError");
    }

    /// A Service of the namespace may be called like one of our variables.
    @Test
    void theOperatorIsToldOfNoServices() {
        assertThat(render()).contains("enableServiceLinks: false");
    }

    @Test
    void theOperatorIsRestricted() {
        assertThat(render())
                .contains("runAsNonRoot: true", "type: RuntimeDefault")
                .contains("allowPrivilegeEscalation: false", "drop: [ALL]")
                .contains("readOnlyRootFilesystem: true");
    }

    private static String render() {
        return new Helm(CHART).template().withName("bookend").withNamespace("bookend").call();
    }
}
