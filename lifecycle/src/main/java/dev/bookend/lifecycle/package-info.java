/// The lifecycle of a pod as pure decisions: values in, values out, no clock, no thread, no file.
@NullMarked
package dev.bookend.lifecycle;

import org.jspecify.annotations.NullMarked;
