/// From objects to lives and back: pods begin and end as their objects say, and what they live
/// through is written into these. The service starts it, endpoint and recreate ask it; it uses
/// object, store, health and resource, and knows nothing of connections. Open PodKeeper first.
@NullMarked
package dev.bookend.api.pod;

import org.jspecify.annotations.NullMarked;
