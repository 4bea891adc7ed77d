/// How the agent speaks to the native program: frames, fields, sockets, and the process that forks
/// shims. Shims and the runtime come in here, and it uses rights for the users of children. Open
/// FrameType first.
@NullMarked
package dev.bookend.runtime.process.wire;

import org.jspecify.annotations.NullMarked;
