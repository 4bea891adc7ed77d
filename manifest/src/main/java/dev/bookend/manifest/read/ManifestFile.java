package dev.bookend.manifest.read;

import dev.bookend.manifest.read.ManifestDocument.OtherDocument;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.text.LocatedFinding;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a file holds, and what is wrong with it before anybody looks at its pods' order.
public record ManifestFile(
        String name, List<ManifestDocument> documents, List<LocatedFinding> findings) {
    public ManifestFile {
        documents = List.copyOf(documents);
        findings = List.copyOf(findings);
    }

    public List<PodDocument> pods() {
        return of(PodDocument.class).toList();
    }

    /// Objects that are no pods, such as ConfigMaps and Services.
    public List<OtherDocument> others() {
        return of(OtherDocument.class).toList();
    }

    /// Those of them that pods refer to.
    public List<PodObject> objects() {
        return others().stream().map(OtherDocument::object).flatMap(Optional::stream).toList();
    }

    private <T> Stream<T> of(Class<T> kind) {
        return documents.stream().filter(kind::isInstance).map(kind::cast);
    }
}
