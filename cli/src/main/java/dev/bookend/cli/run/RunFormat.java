package dev.bookend.cli.run;

/// How a run is shown.
enum RunFormat {
    TEXT,
    JSON
}
