package dev.bookend.lifecycle.recreate;

import java.util.List;

/// What came of one look at a ContainerRecreateRequest.
public record RecreateStep(RecreateProgress progress, List<RecreateOrder> orders) {
    public RecreateStep {
        orders = List.copyOf(orders);
    }
}
