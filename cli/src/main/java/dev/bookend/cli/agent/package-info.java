/// The verbs that serve this machine, or that end and recreate pods on it. Verb and run come in
/// here; it uses api, live, syntax and terminal. Open AgentOptions first.
@NullMarked
package dev.bookend.cli.agent;

import org.jspecify.annotations.NullMarked;
