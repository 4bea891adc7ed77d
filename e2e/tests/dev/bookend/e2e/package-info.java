/// Tests on a real cluster, with the operator installed as users install it.
@NullMarked
package dev.bookend.e2e;

import org.jspecify.annotations.NullMarked;
