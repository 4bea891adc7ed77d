/// What other processes ask of a pod through its directory: to recreate containers, or to stop.
/// Those who ask and the pod's owner come in here, and it uses charge, journal, loop, state and
/// duty. Open RecreateFiles first.
@NullMarked
package dev.bookend.agent.request;

import org.jspecify.annotations.NullMarked;
