package dev.bookend.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Validity;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class OperatorSettingsTest {
    private final Map<String, String> environment = new HashMap<>();
    @TempDir private Path files;

    @BeforeEach
    void address() throws IOException {
        var valid = Validity.beginning(Instant.now(), Duration.ofDays(1));
        var authority = Authority.create("ca", valid).identity().certificatePem();
        environment.put("BOOKEND_SERVER", "https://127.0.0.1:6443");
        environment.put("BOOKEND_CA", Files.writeString(files.resolve("ca"), authority).toString());
    }

    /// A pod is told the Services of its namespace in variables whose names begin with theirs.
    @Test
    void theVariablesOfServicesChangeNothing() throws IOException {
        var before = OperatorSettings.of(environment);
        for (var service : List.of("BOOKEND", "BOOKEND_WEBHOOK", "BOOKEND_HEALTH")) {
            environment.put(service + "_SERVICE_HOST", "10.0.0.1");
            environment.put(service + "_SERVICE_PORT", "443");
            environment.put(service + "_SERVICE_PORT_WEBHOOK", "443");
            environment.put(service + "_PORT", "tcp://10.0.0.1:443");
            environment.put(service + "_PORT_443_TCP", "tcp://10.0.0.1:443");
        }
        var after = OperatorSettings.of(environment);
        assertThat(after.doors()).isEqualTo(before.doors());
        assertThat(after.names()).isEqualTo(before.names());
        assertThat(after.identity()).isEqualTo(before.identity());
    }

    @Test
    void whatIsNoPortIsRefused() {
        environment.put("BOOKEND_LISTEN", "70000");
        assertThatThrownBy(() -> OperatorSettings.of(environment))
                .isInstanceOf(IOException.class)
                .hasMessage("\"70000\" is no port: use a number up to 65535");
    }

    @Test
    void outsideOfAPodTheServerMustBeNamed() {
        assertThatThrownBy(() -> OperatorSettings.of(Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("KUBERNETES_SERVICE_HOST is not set");
    }
}
