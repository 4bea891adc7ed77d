/// The tree of the verbs, and the verbs that speak of the program itself: help, version,
/// completion, operator. Main comes in here, and from here a line goes to the verbs of input, plan,
/// api, agent and run. Open CommandTree first.
@NullMarked
package dev.bookend.cli.verb;

import org.jspecify.annotations.NullMarked;
