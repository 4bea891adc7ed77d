package dev.bookend.lifecycle;

/// Where a pod will live: on one machine, or in a Kubernetes cluster.
public enum Home {
    EMBEDDED,
    CLUSTER
}
