/// Where the runtime keeps what it keeps, for each pod and attempt, and what shims have left there.
/// Shims and the runtime come in here, and it uses rights for owners. Open PodPlace first.
@NullMarked
package dev.bookend.runtime.process.place;

import org.jspecify.annotations.NullMarked;
