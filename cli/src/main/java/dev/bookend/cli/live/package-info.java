/// What a run shows while it goes on, for people and for programs. The verbs of run and agent
/// report here; it uses terminal alone. Open Report first.
@NullMarked
package dev.bookend.cli.live;

import org.jspecify.annotations.NullMarked;
