package dev.bookend.runtime;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.PodName;

/// A pod as its runtime needs to know it. The uid is its identity, and safe as a file name.
public record SandboxRequest(String uid, PodName pod, String hostname, PodSharing sharing) {}
