/// Makes pods, Jobs and the objects they refer to out of documents, and judges a whole file. Other
/// modules come in here; it uses schema, yaml, json and text. Open ManifestReader first.
@NullMarked
package dev.bookend.manifest.read;

import org.jspecify.annotations.NullMarked;
