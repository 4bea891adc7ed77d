/// Reads pods from YAML and JSON, and says where in the text a problem is.
@NullMarked
package dev.bookend.manifest;

import org.jspecify.annotations.NullMarked;
