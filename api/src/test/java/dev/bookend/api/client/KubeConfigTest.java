package dev.bookend.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.api.resource.Trees;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.TestPods;
import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Validity;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

import javax.net.ssl.SSLHandshakeException;

/// Kubeconfigs as clusters and their tools write them, used on a real server.
class KubeConfigTest {
    @TempDir Path directory;
    private ApiWorld world;
    private String server;
    private String token;
    private String authority;

    @BeforeEach
    void open() throws Exception {
        world = ApiWorld.open(directory.resolve("state"));
        var own = TestPods.json(Files.readString(world.service.kubeconfig()));
        var cluster = Trees.object(Trees.items(own, "clusters").getFirst(), "cluster");
        server = Trees.text(cluster, "server");
        token = Trees.text(Trees.items(own, "users").getFirst(), "user", "token");
        var data = Trees.text(cluster, "certificate-authority-data");
        authority = new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }

    @AfterEach
    void close() throws Exception {
        world.close();
    }

    private static String otherAuthority() {
        var now = Instant.now();
        return Authority.create("other", new Validity(now, now.plus(Duration.ofDays(1))))
                .identity()
                .certificatePem();
    }

    private KubeConfig config(String cluster, String user) throws IOException {
        return config(cluster, user, Optional.empty());
    }

    private KubeConfig config(String cluster, String user, Optional<String> context)
            throws IOException {
        var file =
                Files.writeString(
                        directory.resolve("config"),
                        """
                        apiVersion: v1
                        kind: Config
                        current-context: here
                        contexts:
                        - {name: here, context: {cluster: c, user: u, namespace: mine}}
                        - {name: there, context: {cluster: c, user: nobody}}
                        clusters:
                        - {name: c, cluster: {server: "%s", %s}}
                        users:
                        - {name: u, user: {%s}}
                        - {name: nobody, user: {}}
                        """
                                .formatted(server, cluster, user));
        return KubeConfig.read(file, context);
    }

    private static String answer(KubeConfig config) throws Exception {
        try (var client = new ApiClient(config)) {
            return Trees.text(client.get("/api/v1/namespaces/default"), "metadata", "name");
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    @Test
    void aBundleOfAuthoritiesAndATokenAreReadFromFilesBesideIt() throws Exception {
        write("ca.crt", otherAuthority() + "\n# ours\n" + authority);
        write("token", token + "\n");
        var config = config("certificate-authority: ca.crt", "tokenFile: token, token: stale");
        assertThat(answer(config)).isEqualTo("default");
        assertThat(config.namespace()).isEqualTo("mine");
    }

    @Test
    void aServerThatNoAuthorityVouchesForIsRefusedUnlessTheFileSkipsTheCheck() throws Exception {
        write("ca.crt", otherAuthority());
        var user = "token: " + token;
        var strict = config("certificate-authority: ca.crt", user);
        assertThatThrownBy(() -> answer(strict)).isInstanceOf(SSLHandshakeException.class);
        var publicOnes = config("insecure-skip-tls-verify: false", user);
        assertThatThrownBy(() -> answer(publicOnes)).isInstanceOf(SSLHandshakeException.class);
        server = server.replace("127.0.0.1", "localhost");
        assertThat(answer(config("insecure-skip-tls-verify: true", user))).isEqualTo("default");
        var both = "insecure-skip-tls-verify: true, certificate-authority: ca.crt";
        assertThatThrownBy(() -> config(both, user)).hasMessageContaining("keep the first one");
    }

    @Test
    void aContextIsChosenByNameAndAMissingOneNamesTheOthers() throws Exception {
        write("ca.crt", authority);
        var cluster = "certificate-authority: ca.crt";
        var there = config(cluster, "token: " + token, Optional.of("there"));
        assertThat(there.namespace()).isEqualTo("default");
        assertThatThrownBy(() -> answer(there)).hasMessageContaining("token of the agent");
        assertThatThrownBy(() -> config(cluster, "token: x", Optional.of("nowhere")))
                .hasMessageContaining("no context 'nowhere', only: here, there")
                .hasMessageContaining("--context");
    }

    private String plugin(String script) throws IOException {
        write("ca.crt", authority);
        write("plugin", "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(
                directory.resolve("plugin"), PosixFilePermissions.fromString("rwx------"));
        return "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin,"
                + " args: [get, me], env: [{name: WHO, value: it}], interactiveMode: Never}";
    }

    private KubeConfig withPlugin(String script) throws IOException {
        return config("certificate-authority: ca.crt", plugin(script));
    }

    private static String credential(String status) {
        return "echo '{\"kind\":\"ExecCredential\",\"status\":{%s}}'".formatted(status);
    }

    @Test
    void aPluginProvesTheUser() throws Exception {
        var wise = "test \"$1 $2 $WHO\" = 'get me it' && test \"$KUBERNETES_EXEC_INFO\" && ";
        var given = credential("\"token\":\"%s\"".formatted(token));
        assertThat(answer(withPlugin(wise + given))).isEqualTo("default");
    }

    @Test
    void aPluginThatDoesNotProveTheUserIsNamedWithTheRemedy() {
        for (var script : new String[] {"exit 3", "echo hello", credential("")}) {
            assertThatThrownBy(() -> withPlugin(script))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'./plugin'")
                    .hasMessageContaining("kubectl create token");
        }
        assertThatThrownBy(
                        () ->
                                config(
                                        "insecure-skip-tls-verify: true",
                                        "exec: {command: no-such-plugin}"))
                .hasMessageContaining("'no-such-plugin'")
                .hasMessageContaining("cannot be started");
        var hint = "exec: {command: no-such-plugin, installHint: get it from us}";
        assertThatThrownBy(() -> config("insecure-skip-tls-verify: true", hint))
                .hasMessageContaining("get it from us");
    }

    @Test
    void aPluginThatDoesNotEndIsNotWaitedForForEver() throws Exception {
        plugin("exec sleep 100");
        var exec = Json.object().put("command", "./plugin").done();
        var plugin = new ExecPlugin(directory.resolve("config"), exec, Duration.ofMillis(200));
        assertThatThrownBy(plugin::credentials).hasMessageContaining("did not answer within");
    }
}
