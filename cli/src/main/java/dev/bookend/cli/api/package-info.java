/// The verbs that speak to an API, and how objects are asked for, watched and deleted there. Verb
/// and agent come in here; it uses input, syntax and terminal. Open ApiVerb first.
@NullMarked
package dev.bookend.cli.api;

import org.jspecify.annotations.NullMarked;
