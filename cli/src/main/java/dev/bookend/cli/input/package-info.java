/// The manifests on the command line, and what is found in them, as `check` prints it. The verbs of
/// plan, api and run read their files here; it uses syntax and terminal. Open InputFiles first.
@NullMarked
package dev.bookend.cli.input;

import org.jspecify.annotations.NullMarked;
