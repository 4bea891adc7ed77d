/// `bookend run`: pods and Jobs in the foreground, from their start to their end. Only verb comes
/// in here; it uses agent, input, live, syntax and terminal. Open RunSession first.
@NullMarked
package dev.bookend.cli.run;

import org.jspecify.annotations.NullMarked;
