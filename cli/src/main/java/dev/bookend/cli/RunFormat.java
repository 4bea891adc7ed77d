package dev.bookend.cli;

/// How a run is shown.
enum RunFormat {
    TEXT,
    JSON
}
