/// The doors of the operator: the server of the webhooks, and the certificates it shows. Only the
/// operator itself comes in here; it uses admission, kube and process. Open WebhookServer first.
@NullMarked
package dev.bookend.operator.serving;

import org.jspecify.annotations.NullMarked;
