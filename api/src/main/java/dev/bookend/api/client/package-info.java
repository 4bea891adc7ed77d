/// The other side of the API: a client of Bookend's or a cluster's, and the kubeconfig by which it
/// finds and proves itself. Only the command line calls it; it uses only resource, for errors and
/// trees. Open ApiClient first.
@NullMarked
package dev.bookend.api.client;

import org.jspecify.annotations.NullMarked;
