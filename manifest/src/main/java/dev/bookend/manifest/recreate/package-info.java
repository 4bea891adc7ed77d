/// ContainerRecreateRequests, as they are read and as they are shown. Other modules come in here;
/// it uses json and text. Open RecreateReader first.
@NullMarked
package dev.bookend.manifest.recreate;

import org.jspecify.annotations.NullMarked;
