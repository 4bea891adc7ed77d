/// JSON values, how they are read and how they are written. All rooms but text use it, as do other
/// modules; it uses text alone. Open Json first.
@NullMarked
package dev.bookend.manifest.json;

import org.jspecify.annotations.NullMarked;
