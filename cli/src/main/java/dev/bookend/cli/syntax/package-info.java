/// How a command line is read, and what a verb has to say for that. Every room with a verb uses it,
/// and it uses terminal alone. Open Command first.
@NullMarked
package dev.bookend.cli.syntax;

import org.jspecify.annotations.NullMarked;
