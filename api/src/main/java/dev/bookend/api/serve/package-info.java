/// HTTPS on the loopback address: connections, limits, credentials, requests and replies. The
/// service starts it, and whoever answers requests uses its request and reply; it uses only
/// resource. Open LoopbackServer first.
@NullMarked
package dev.bookend.api.serve;

import org.jspecify.annotations.NullMarked;
