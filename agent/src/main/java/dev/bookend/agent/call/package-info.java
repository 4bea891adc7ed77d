/// Carries out what hooks and probes are made of: exec, HTTP and gRPC. The effects come in here,
/// and it uses only container. Open Handlers first.
@NullMarked
package dev.bookend.agent.call;

import org.jspecify.annotations.NullMarked;
