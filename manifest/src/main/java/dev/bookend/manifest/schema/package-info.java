/// All fields that Kubernetes knows, and how a document compares with them. The room read uses it,
/// and the API where it explains fields; it uses yaml, json and text. Open Schema first.
@NullMarked
package dev.bookend.manifest.schema;

import org.jspecify.annotations.NullMarked;
