/// What the API speaks of: kinds, keys, paths, metadata, errors, and the JSON trees that objects
/// are, with what they weigh. Every room but health uses it; it uses no other room. Open
/// ResourceType first.
@NullMarked
package dev.bookend.api.resource;

import org.jspecify.annotations.NullMarked;
