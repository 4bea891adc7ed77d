/// What both webhooks say of a pod, and what they add to it. The room serving asks it, and launch
/// reads pods by it; it uses kube alone. Open Admission first.
@NullMarked
package dev.bookend.operator.admission;

import org.jspecify.annotations.NullMarked;
