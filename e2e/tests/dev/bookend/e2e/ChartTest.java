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
                        .set("podDisruptionBudget.enabled", true)
                        .set("networkPolicy.enabled", true)
                        .set("certificates.from", "cert-manager")
                        .call();
        assertThat(all)
                .contains("kind: PodDisruptionBudget", "kind: NetworkPolicy", "kind: Certificate")
                .contains("cert-manager.io/inject-ca-from: bookend/bookend-webhook")
                .contains("BOOKEND_CERTIFICATES, value: given");
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
