/// One container's shim as the agent sees it, and commands that run beside its program. Only the
/// runtime comes in here, and it uses wire and place. Open Shim first.
@NullMarked
package dev.bookend.runtime.process.shim;

import org.jspecify.annotations.NullMarked;
