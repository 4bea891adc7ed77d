/// The API server as the operator sees it: calls, watches, patches, the lease, the marks on
/// objects. The rooms admission, launch and serving use it; it uses process alone. Open ApiClient
/// first.
@NullMarked
package dev.bookend.operator.kube;

import org.jspecify.annotations.NullMarked;
