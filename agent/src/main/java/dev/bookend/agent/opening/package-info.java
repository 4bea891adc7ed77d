/// Takes a pod's directory into our hands: a new life, one that an earlier agent left, or what
/// remains of one. Only lives come in here, and it uses charge, request, journal, volume and state.
/// Open PodOpening first.
@NullMarked
package dev.bookend.agent.opening;

import org.jspecify.annotations.NullMarked;
