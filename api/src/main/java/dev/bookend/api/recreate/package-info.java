/// ContainerRecreateRequests: judged, handed to the pods they name, and removed when they are over;
/// also those that a new image asks for. The service starts it; it uses pod, object, store, health,
/// serve and resource. Open RecreateKeeper first.
@NullMarked
package dev.bookend.api.recreate;

import org.jspecify.annotations.NullMarked;
