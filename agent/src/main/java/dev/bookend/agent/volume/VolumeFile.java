package dev.bookend.agent.volume;

import dev.bookend.manifest.read.Blob;

/// A file that a volume shows.
record VolumeFile(Blob content, int mode) {}
