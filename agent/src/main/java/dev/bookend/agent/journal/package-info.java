/// Where every event is written down before anybody acts on it, and how a life is read back from
/// there. The loop writes, openings and requests read, and it uses line alone. Open Journal first.
@NullMarked
package dev.bookend.agent.journal;

import org.jspecify.annotations.NullMarked;
