/// The rules of the house as tests: sizes, fences, documents.
@NullMarked
package dev.bookend.checks;

import org.jspecify.annotations.NullMarked;
