/// The local API: Kubernetes' conventions over the pods of one machine.
@NullMarked
package dev.bookend.api;

import org.jspecify.annotations.NullMarked;
