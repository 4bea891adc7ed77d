/// A pod as its author wrote it, with nothing judged yet. Readers of manifests fill it in and all
/// rooms read it, and it uses only values. Open PodManifest first.
@NullMarked
package dev.bookend.lifecycle.pod;

import org.jspecify.annotations.NullMarked;
