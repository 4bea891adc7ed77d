package dev.bookend.manifest;

import dev.bookend.lifecycle.Finding;
import dev.bookend.lifecycle.PodManifest;

import java.util.List;

/// One object of a manifest.
public sealed interface ManifestDocument {
    /// A pod, or a workload with the pod that it would make.
    record PodDocument(WorkloadKind kind, PodManifest pod, Source source)
            implements ManifestDocument {
        /// The whole object as it was written.
        public Json json() {
            return source.object().json();
        }

        /// Findings about the pod, as findings about the document that holds it.
        public List<LocatedFinding> located(List<Finding> findings) {
            return findings.stream().map(source::located).filter(source::isNews).toList();
        }
    }

    /// Any other object, kept as it was written: a ConfigMap, a Service.
    record OtherDocument(String kind, String name, String namespace, Json json)
            implements ManifestDocument {}
}
