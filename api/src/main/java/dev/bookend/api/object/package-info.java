/// What clients may do with objects of any kind: create, patch, delete, list, watch, show as
/// tables, and learn what is served. The service's handler calls it, and pod and recreate use its
/// rules; it uses store, serve and resource. Open Writes first.
@NullMarked
package dev.bookend.api.object;

import org.jspecify.annotations.NullMarked;
