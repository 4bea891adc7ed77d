package dev.bookend.runtime.process.shim;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeFailure.Kind;
import dev.bookend.runtime.process.wire.Refused;

import java.io.IOException;

/// Turns what failed below into what a person can act on.
public final class Failures {
    private Failures() {}

    public static RuntimeFailure of(Attempt attempt, IOException cause) {
        return cause instanceof Refused refused
                ? refused(attempt, refused)
                : new RuntimeFailure(
                        Kind.UNABLE,
                        "container %s: %s".formatted(attempt.container(), text(cause)),
                        cause);
    }

    private static String text(IOException cause) {
        var text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return isOutOfFiles(cause)
                ? "no further file can be opened (%s); raise the limit of them (ulimit -n), or"
                                .formatted(text)
                        + " run fewer pods in one bookend"
                : text;
    }

    /// Java tells this error apart by the C library's words only.
    static boolean isOutOfFiles(IOException cause) {
        return String.valueOf(cause.getMessage()).contains("oo many open files");
    }

    private static RuntimeFailure refused(Attempt attempt, Refused refused) {
        var says = "container %s: %s".formatted(attempt.container(), sentence(refused));
        return new RuntimeFailure(kind(refused), says, refused);
    }

    private static Kind kind(Refused refused) {
        return switch (refused.errno()) {
            case Refused.ENOENT ->
                    refused.step().equals("program") ? Kind.NO_SUCH_PROGRAM : Kind.UNABLE;
            case Refused.EACCES, Refused.EPERM -> Kind.NO_PERMISSION;
            case Refused.ESRCH -> Kind.NOT_RUNNING;
            default -> Kind.UNABLE;
        };
    }

    private static String sentence(Refused refused) {
        return switch (refused.step()) {
            case "program" -> program(refused);
            case "directory" ->
                    "its working directory '%s' cannot be entered (%s); correct workingDir or"
                                    .formatted(refused.detail(), refused.error())
                            + " mount a volume there";
            case "user" -> user(refused);
            case "volume" ->
                    "the volume path '%s' cannot be mounted (%s); check that it exists"
                            .formatted(refused.detail(), refused.error());
            case "sub-path" -> subPath(refused);
            case "exec" -> exec(refused);
            case "init" ->
                    "its first process ended before the start (%s); a memory limit that is too low"
                                    .formatted(refused.detail())
                            + " does that: raise resources.limits.memory";
            case "fork" ->
                    "no further process can be made (%s); end some, or raise the limit of them"
                                    .formatted(refused.error())
                            + " (ulimit -u, or the control group's pids.max)";
            case "namespaces", "user-namespace" ->
                    "no namespaces of its own (%s); try --isolation none"
                            .formatted(refused.error());
            case "hidden", "hide", "fence", "fenced-capabilities" -> hidden(refused);
            default ->
                    "step '%s' failed on '%s': %s"
                            .formatted(refused.step(), refused.detail(), refused.error());
        };
    }

    /// What is ours could not be kept from it (SAFE-1).
    private static String hidden(Refused refused) {
        return switch (refused.step()) {
            case "hidden" ->
                    "the path '%s' lies in a directory of Bookend's own, which is shown to no"
                                    .formatted(refused.detail())
                            + " container; name another one";
            case "hide" ->
                    "the directory '%s' cannot be hidden from it (%s), so it is not started"
                            .formatted(refused.detail(), refused.error());
            case "fence" ->
                    "it would see the machine's processes and cannot be kept from what they hold,"
                            + " because there is no user namespace for it (%s, at %s); raise"
                                    .formatted(refused.error(), refused.detail())
                            + " user.max_user_namespaces, leave out hostPID and hostPath volumes"
                            + " that show /proc, or say privileged: true";
            default ->
                    "it would see the machine's processes, and added capabilities are not given"
                            + " to such a container; leave out capabilities.add, or hostPID and"
                            + " hostPath volumes that show /proc, or say privileged: true";
        };
    }

    private static String exec(Refused refused) {
        return switch (refused.errno()) {
            case Refused.EBUSY ->
                    "as many commands run in it as may at once; wait for one of them to end, or end"
                            + " one, and try again";
            case Refused.ESRCH -> "it does not run";
            default -> "no command can be run in it: %s".formatted(refused.error());
        };
    }

    private static String user(Refused refused) {
        return refused.errno() == Refused.EINVAL
                ? "it cannot run as user %s: a number is beyond your ranges in /etc/subuid and"
                                .formatted(refused.detail())
                        + " /etc/subgid; take lower numbers, let root widen the ranges, or run"
                        + " Bookend as root"
                : "it cannot run as user %s (%s): there is only your own user here; install the"
                                .formatted(refused.detail(), refused.error())
                        + " package uidmap and let root add a range for you to /etc/subuid and"
                        + " /etc/subgid (a line like %s:100000:65536), or run Bookend as root, or"
                                .formatted(System.getProperty("user.name", "you"))
                        + " leave out runAsUser and runAsGroup or make them your own";
    }

    private static String subPath(Refused refused) {
        return switch (refused.errno()) {
            case Refused.EXDEV, Refused.ELOOP ->
                    "the subPath '%s' leads out of its volume through a link; name a path whose"
                                    .formatted(refused.detail())
                            + " links stay inside the volume";
            case Refused.ENOTDIR ->
                    "the subPath '%s' goes through a file of its volume; name a path of directories"
                            .formatted(refused.detail());
            default ->
                    "the subPath '%s' cannot be opened or made in its volume (%s); check that the"
                                    .formatted(refused.detail(), refused.error())
                            + " volume can be written to";
        };
    }

    private static String program(Refused refused) {
        return switch (refused.errno()) {
            case Refused.ENOENT ->
                    "there is no program '%s', or it is a script whose interpreter is missing; "
                                    .formatted(refused.detail())
                            + "correct command, or PATH in env";
            case Refused.EACCES ->
                    "the program '%s' may not be executed; check its mode (chmod +x) and runAsUser"
                            .formatted(refused.detail());
            case Refused.EISDIR ->
                    "'%s' is a directory; name the program in it".formatted(refused.detail());
            case Refused.E2BIG ->
                    "the arguments and variables of '%s' are too long (of each 128 KiB are allowed,"
                                    .formatted(refused.detail())
                            + " of all together usually 2 MiB); put them into a file on a volume";
            case Refused.ENOEXEC ->
                    "'%s' is not a program for this machine; a script needs a first line like"
                                    .formatted(refused.detail())
                            + " #!/bin/sh";
            default ->
                    "the program '%s' cannot be executed: %s"
                            .formatted(refused.detail(), refused.error());
        };
    }
}
