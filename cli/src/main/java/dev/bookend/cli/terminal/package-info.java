/// The streams, colours, window, signals and keys of the user's terminal. Every other room prints
/// through it, and it uses none of them. Open Terminal first.
@NullMarked
package dev.bookend.cli.terminal;

import org.jspecify.annotations.NullMarked;
