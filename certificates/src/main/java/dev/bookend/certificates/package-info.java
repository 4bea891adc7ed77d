/// Makes X.509 certificates: an authority of one's own, and what it signs.
@NullMarked
package dev.bookend.certificates;

import org.jspecify.annotations.NullMarked;
