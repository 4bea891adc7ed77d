package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.verb.Verb;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void helpNamesEveryVerb(String ask) {
        var run = CapturedRun.of(ask);
        assertThat(run.code()).isZero();
        for (var verb : Verb.values()) {
            assertThat(run.out()).contains("  " + verb.word() + " ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"check", "plan", "simulate", "operator", "version", "completion", "help"})
    void everyVerbExplainsItself(String verb) {
        assertThat(CapturedRun.of("help", verb).out()).startsWith("Usage: bookend " + verb);
        assertThat(CapturedRun.of(verb, "--help").out()).startsWith("Usage: bookend " + verb);
    }

    @Test
    void withoutAVerbTheUsageIsShown() {
        var run = CapturedRun.of();
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.err()).startsWith("Usage: bookend");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chek a.yaml|bookend: there is no verb 'chek' (did you mean check?); see bookend"
                        + " --help",
                "fly|bookend: there is no verb 'fly'; see bookend --help",
                "fly --state x|bookend: there is no verb 'fly'; see bookend --help",
                "--no-color fly|bookend: there is no verb 'fly'; see bookend --help",
                "help fly|bookend help: there is no verb 'fly'; see bookend help --help",
                "check|bookend check: Missing required parameter: 'FILE'; see bookend check --help",
                "check a --no-colour|bookend check: Unknown option: '--no-colour' (did you mean"
                        + " --no-color?); see bookend check --help",
                "--frob|bookend: Unknown option: '--frob'; see bookend --help",
            })
    void aMistakeOnTheCommandLineIsOneLine(String args, String says) {
        var run = CapturedRun.of(args.split(" ", -1));
        assertThat(run.errLines()).containsExactly(says);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
    }

    @Test
    void theOperatorSaysThatItNeedsACluster() {
        var run = CapturedRun.of("operator");
        assertThat(run.code()).isEqualTo(ExitCode.UNABLE.number());
        assertThat(run.err())
                .startsWith("bookend operator: KUBERNETES_SERVICE_HOST is not set")
                .contains("BOOKEND_SERVER");
    }

    @Test
    void saysItsVersion() {
        assertThat(CapturedRun.of("--no-color", "version").out()).startsWith("bookend ");
        assertThat(CapturedRun.of("version").out()).startsWith("bookend ");
        assertThat(CapturedRun.of("--version").out()).startsWith("bookend ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesInAShell(String shell) {
        var run = CapturedRun.of("completion", shell);
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("complete ", "bookend", "check");
    }

    @Test
    void anUnknownShellIsAMistake() {
        var run = CapturedRun.of("completion", "tcsh");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(run.errLines()).hasSize(1);
    }
}
