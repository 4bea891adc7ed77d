package dev.bookend.runtime;

/// How a command ended, with the last 4 KiB of its output and errors together.
public record ExecResult(int exitCode, String tail) {}
