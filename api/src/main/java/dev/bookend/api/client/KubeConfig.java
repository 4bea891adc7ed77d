package dev.bookend.api.client;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.ManifestSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

/// Where a server is, whom it must prove to be, and how to prove oneself to it.
///
/// @param proxy through which the server is reached
public record KubeConfig(
        URI server,
        String namespace,
        Optional<String> token,
        SSLContext tls,
        Optional<InetSocketAddress> proxy) {
    private static final int HTTP = 80;

    /// Reads a kubeconfig file.
    ///
    /// @param context which of its contexts counts; the current one if absent
    public static KubeConfig read(Path file, Optional<String> context) throws IOException {
        var config =
                ManifestReader.read(ManifestSource.of(file)).others().stream()
                        .filter(it -> it.kind().equals("Config"))
                        .findFirst()
                        .orElseThrow(() -> new IOException(file + " is no kubeconfig"))
                        .json();
        var name = context.orElse(Trees.text(config, "current-context"));
        var chosen = named(config, file, "contexts", "context", name);
        var cluster = named(config, file, "clusters", "cluster", Trees.text(chosen, "cluster"));
        var user = proven(file, named(config, file, "users", "user", Trees.text(chosen, "user")));
        return new KubeConfig(
                URI.create(Trees.text(cluster, "server")),
                Trees.or(Trees.text(chosen, "namespace"), "default"),
                token(file, user),
                new KubeTls(file).context(cluster, user),
                proxy(file, Trees.text(cluster, "proxy-url")));
    }

    /// What the address holds besides, such as a password, is not shown.
    private static Optional<InetSocketAddress> proxy(Path file, String text) throws IOException {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var url = URI.create(text);
        if (!"http".equals(url.getScheme()) || url.getHost() == null || url.getUserInfo() != null) {
            throw new IOException(
                    "%s gives a proxy-url with the scheme '%s'; only http://HOST:PORT is"
                                    .formatted(file, url.getScheme())
                            + " understood, without a user: use kubectl, or leave it out");
        }
        return Optional.of(
                new InetSocketAddress(url.getHost(), url.getPort() < 0 ? HTTP : url.getPort()));
    }

    private static Json.Obj named(Json config, Path file, String list, String field, String name)
            throws IOException {
        return Trees.items(config, list).stream()
                .filter(it -> Trees.text(it, "name").equals(name))
                .map(it -> Trees.object(it, field))
                .findFirst()
                .orElseThrow(() -> missing(config, file, list, field, name));
    }

    private static IOException missing(
            Json config, Path file, String list, String field, String name) {
        var known =
                Trees.items(config, list).stream()
                        .map(it -> Trees.text(it, "name"))
                        .collect(Collectors.joining(", "));
        var hint = field.equals("context") ? "; choose one with --context" : "";
        return new IOException(
                "%s has no %s '%s', only: %s%s".formatted(file, field, name, known, hint));
    }

    /// The user with what a plugin gives, if it has one.
    private static Json.Obj proven(Path file, Json.Obj user) throws IOException {
        if (user.field("auth-provider").isPresent()) {
            throw new IOException(
                    "%s proves its user by an auth-provider, which Kubernetes gave up in 1.26;"
                                    .formatted(file)
                            + " use a plugin under 'exec', or a token of: kubectl create token");
        }
        return user.field("exec").isPresent()
                ? new ExecPlugin(file, Trees.object(user, "exec")).credentials()
                : user;
    }

    /// A file with the token comes before the token itself, as everywhere.
    private static Optional<String> token(Path file, Json user) throws IOException {
        var path = Trees.text(user, "tokenFile");
        var token =
                path.isEmpty()
                        ? Trees.text(user, "token")
                        : Files.readString(file.resolveSibling(path)).strip();
        return Optional.of(token).filter(it -> !it.isEmpty());
    }
}
