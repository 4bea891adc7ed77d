/// Work that goes on for as long as the process does, on threads that are watched. Rooms that
/// follow files come in here, and it uses no other room. Open Duty first.
@NullMarked
package dev.bookend.agent.duty;

import org.jspecify.annotations.NullMarked;
