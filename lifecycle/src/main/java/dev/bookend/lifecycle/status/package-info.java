/// What a user sees of a pod, in Kubernetes' words, and what each wait is for. The API and the
/// terminal come in here, and it uses life and plan. Open PodStatus first.
@NullMarked
package dev.bookend.lifecycle.status;

import org.jspecify.annotations.NullMarked;
