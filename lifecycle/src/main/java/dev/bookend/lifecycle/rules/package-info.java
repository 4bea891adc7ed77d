/// What Kubernetes itself would find wrong with a pod, and the findings in which everything wrong
/// is said. The planner and the readers of orders come in here, and it uses pods and values. Open
/// Finding first, then PodValidator.
@NullMarked
package dev.bookend.lifecycle.rules;

import org.jspecify.annotations.NullMarked;
