/// What clients ask of pods that live: their logs, commands inside of them, and to end them all in
/// order. The service's handler calls it; it uses pod, store, serve and resource. Open PodEndpoints
/// first.
@NullMarked
package dev.bookend.api.endpoint;

import org.jspecify.annotations.NullMarked;
