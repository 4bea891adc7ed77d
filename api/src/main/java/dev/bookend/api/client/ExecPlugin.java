package dev.bookend.api.client;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A program that a kubeconfig names under `exec`, which proves its user: it answers with an
/// ExecCredential, whose token or certificate counts. What it says to a person comes through.
final class ExecPlugin {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MOST = 1024 * 1024;

    private final Path file;
    private final Json exec;
    private final String command;
    private final Duration limit;

    ExecPlugin(Path file, Json exec) {
        this(file, exec, LIMIT);
    }

    /// @param limit how long the program may take
    ExecPlugin(Path file, Json exec, Duration limit) {
        this.file = file;
        this.exec = exec;
        this.limit = limit;
        command = Trees.text(exec, "command");
    }

    /// The user that it proves, as a kubeconfig would write it.
    Json.Obj credentials() throws IOException {
        var process = started();
        var out = new ByteArrayOutputStream();
        var reader = Thread.ofVirtual().start(() -> read(process.getInputStream(), out));
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) || !reader.join(limit)) {
                throw failure("did not answer within %d s".formatted(limit.toSeconds()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw failure("was interrupted");
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw failure("ended with exit code %d".formatted(process.exitValue()));
        }
        return user(out.toString(StandardCharsets.UTF_8));
    }

    private static void read(InputStream from, ByteArrayOutputStream into) {
        try (from) {
            into.writeBytes(from.readNBytes(MOST));
        } catch (IOException _) {
            // Then the answer is short, and is judged as it is.
        }
    }

    private Process started() throws IOException {
        var line = new ArrayList<>(List.of(program()));
        Trees.items(exec, "args").forEach(it -> line.add(it.text().orElse("")));
        var process = new ProcessBuilder(line);
        for (var variable : Trees.items(exec, "env")) {
            process.environment().put(Trees.text(variable, "name"), Trees.text(variable, "value"));
        }
        process.environment().put("KUBERNETES_EXEC_INFO", info());
        process.redirectInput(
                isInteractive()
                        ? ProcessBuilder.Redirect.INHERIT
                        : ProcessBuilder.Redirect.from(new File("/dev/null")));
        try {
            return process.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException missing) {
            throw failure("cannot be started: %s".formatted(missing.getMessage()));
        }
    }

    /// A name without a slash is looked for on the path, every other one beside the kubeconfig.
    private String program() {
        return command.contains("/")
                ? file.toAbsolutePath().resolveSibling(command).toString()
                : command;
    }

    /// Whether there is a person whom it may ask.
    private boolean isInteractive() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
                && !Trees.text(exec, "interactiveMode").equals("Never");
    }

    private String info() {
        return Json.object()
                .put("kind", "ExecCredential")
                .put("apiVersion", Trees.text(exec, "apiVersion"))
                .put("spec", Json.object().put("interactive", isInteractive()).done())
                .done()
                .line();
    }

    private Json.Obj user(String answer) throws IOException {
        if (!(JsonRead.of(answer) instanceof JsonRead.Value(var json))
                || !Trees.text(json, "kind").equals("ExecCredential")) {
            throw failure("did not answer with an ExecCredential");
        }
        var status = Trees.object(json, "status");
        var token = Trees.text(status, "token");
        var certificate = Trees.text(status, "clientCertificateData");
        if (token.isEmpty() && certificate.isEmpty()) {
            throw failure("gave neither a token nor a certificate");
        }
        return Json.object()
                .put("token", token)
                .put("client-certificate-data", encoded(certificate))
                .put("client-key-data", encoded(Trees.text(status, "clientKeyData")))
                .done();
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    private IOException failure(String what) {
        var hint = Trees.text(exec, "installHint").strip();
        return new IOException(
                "the plugin '%s', which %s names to prove its user, %s; %s"
                        .formatted(
                                command,
                                file,
                                what,
                                hint.isEmpty()
                                        ? "run it by hand to see why, or put a token of kubectl"
                                                + " create token into the file"
                                        : hint));
    }
}
