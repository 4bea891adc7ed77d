/// The control groups of containers, and where this user may make them. Only the runtime comes in
/// here, and it uses no other room. Open Cgroups first.
@NullMarked
package dev.bookend.runtime.process.cgroup;

import org.jspecify.annotations.NullMarked;
