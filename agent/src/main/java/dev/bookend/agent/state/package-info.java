/// The directories in which pods are kept, and the locks that say who owns them. Whoever reads or
/// writes a pod's files comes in here, and it uses no other room. Open StateDirectory first.
@NullMarked
package dev.bookend.agent.state;

import org.jspecify.annotations.NullMarked;
