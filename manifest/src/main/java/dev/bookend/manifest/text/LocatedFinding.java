package dev.bookend.manifest.text;

import dev.bookend.lifecycle.rules.Finding;

/// A finding and the place in the file where a person should look.
public record LocatedFinding(Finding finding, Position at) {}
