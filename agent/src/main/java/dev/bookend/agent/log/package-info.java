/// What containers print, read from their log files as these grow and rotate. A life asks for last
/// words, callers outside follow logs, and it uses duty. Open LogFollower first.
@NullMarked
package dev.bookend.agent.log;

import org.jspecify.annotations.NullMarked;
