/// The directories in which pods are kept, the locks that say who owns them, and the facts of this
/// machine that others ask for: its users, its memory, its time. Every room may ask here, and it
/// uses no other room. Open StateDirectory first.
@NullMarked
package dev.bookend.agent.state;

import org.jspecify.annotations.NullMarked;
