/// A manifest's text before anybody reads it, places in it, and what it may cost. All other rooms
/// use it, and it uses none of them. Open ManifestSource first.
@NullMarked
package dev.bookend.manifest.text;

import org.jspecify.annotations.NullMarked;
