/// The verbs of the command line.
@NullMarked
package dev.bookend.cli;

import org.jspecify.annotations.NullMarked;
