/// All objects, in memory and in a file, and the changes that watchers hear of. Whoever reads or
/// writes objects calls it; it uses only resource. Open ObjectStore first.
@NullMarked
package dev.bookend.api.store;

import org.jspecify.annotations.NullMarked;
