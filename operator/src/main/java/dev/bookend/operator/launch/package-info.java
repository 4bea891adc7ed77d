/// Opens the barriers of ordered pods level by level. Only the operator itself comes in here; it
/// uses admission, kube and process. Open LaunchController first.
@NullMarked
package dev.bookend.operator.launch;

import org.jspecify.annotations.NullMarked;
