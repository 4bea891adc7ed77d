/// A request to recreate containers: whether it is possible, what it does next, and how it stands.
/// The engine, the API and the command line come in here, and it knows nothing of who runs the
/// containers. Open Recreation first.
@NullMarked
package dev.bookend.lifecycle.recreate;

import org.jspecify.annotations.NullMarked;
