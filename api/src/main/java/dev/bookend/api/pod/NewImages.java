package dev.bookend.api.pod;

import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/// Containers of a pod that are to be restarted for a new image. A mark in the pod says so: it is
/// written together with the image, so that an agent that dies in between forgets nothing.
///
/// @param id tells one change of images from the next
public record NewImages(String id, List<String> names) {
    private static final String MARK = "bookend.dev/new-images";
    private static final int ID_LENGTH = 8;

    /// The pod after a change, with a mark if the change gives new images to containers that go on
    /// running. An init container that has done its work is not run again for one.
    static Json.Obj marked(Json.Obj before, Json.Obj after) {
        var names = new TreeSet<String>();
        var old = images(before);
        images(after).forEach((name, image) -> keepIf(names, name, !image.equals(old.get(name))));
        if (names.isEmpty()) {
            return of(before).map(it -> it.writtenInto(after)).orElse(after);
        }
        of(before).ifPresent(it -> names.addAll(it.names()));
        var id = UUID.randomUUID().toString().substring(0, ID_LENGTH);
        return new NewImages(id, List.copyOf(names)).writtenInto(after);
    }

    private static void keepIf(TreeSet<String> names, String name, boolean kept) {
        if (kept) {
            names.add(name);
        }
    }

    private static Map<String, String> images(Json.Obj pod) {
        var images = new LinkedHashMap<String, String>();
        for (var it : Trees.items(pod, "spec", "initContainers")) {
            if (Trees.text(it, "restartPolicy").equals("Always")) {
                images.put(Trees.text(it, "name"), Trees.text(it, "image"));
            }
        }
        for (var it : Trees.items(pod, "spec", "containers")) {
            images.put(Trees.text(it, "name"), Trees.text(it, "image"));
        }
        return images;
    }

    private Json.Obj writtenInto(Json.Obj pod) {
        var text = "%s %s".formatted(id, String.join(",", names));
        return Trees.with(pod, Json.of(text), "metadata", "annotations", MARK);
    }

    /// What a pod's mark says, if it has one.
    public static Optional<NewImages> of(Json.Obj pod) {
        var words = Trees.text(pod, "metadata", "annotations", MARK).split(" ", 2);
        return words.length == 2
                ? Optional.of(new NewImages(words[0], List.of(words[1].split(",", -1))))
                : Optional.empty();
    }

    /// What the request that restarts the containers is called; one for each mark.
    public String request(String pod) {
        return "%.200s-image-%s".formatted(pod, id);
    }

    /// Those whose containers a kubelet restarts: of a pod that is never restarted, only what runs.
    public List<String> restarted(Json pod) {
        if (!Trees.text(pod, "spec", "restartPolicy").equals("Never")) {
            return names;
        }
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(it -> Trees.items(pod, "status", it).stream())
                .filter(it -> it.at("state", "terminated").isEmpty())
                .map(it -> Trees.text(it, "name"))
                .filter(names::contains)
                .toList();
    }

    /// The pod without this mark; a later one stays.
    public Json.Obj removedFrom(Json.Obj pod) {
        return of(pod).filter(this::equals).isPresent()
                ? Trees.without(pod, "metadata", "annotations", MARK)
                : pod;
    }
}
