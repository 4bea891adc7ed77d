/// Who a container's processes are and what they may do: users, capabilities, system calls,
/// isolation. The runtime comes in here before it starts anything, and it uses no other room. Open
/// Isolation first.
@NullMarked
package dev.bookend.runtime.process.rights;

import org.jspecify.annotations.NullMarked;
