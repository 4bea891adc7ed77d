package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.manifest.json.Json;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What an object of one type must satisfy before it is stored. Called under the store's lock.
public interface Admission {
    /// Completes a new object, or refuses it.
    ///
    /// @param warn takes what the client should tell its user
    Json.Obj create(ObjectKey key, Json.Obj object, Wishes wishes, Consumer<String> warn)
            throws ApiError;

    /// Judges an object's next value.
    Json.Obj update(ObjectKey key, Json.Obj before, Json.Obj after, Wishes wishes) throws ApiError;

    /// How strictly the client wants unknown fields to be taken.
    enum Wishes {
        IGNORE,
        WARN,
        STRICT;

        static Wishes of(HttpRequest request) throws ApiError {
            return switch (request.parameter("fieldValidation").orElse("Warn")) {
                case "Strict" -> STRICT;
                case "Ignore" -> IGNORE;
                case "Warn" -> WARN;
                case String other ->
                        throw new ApiError(
                                422,
                                "Invalid",
                                "%sOptions.meta.k8s.io \"\" is invalid: fieldValidation:"
                                                .formatted(verb(request))
                                        + " Unsupported value: \"%s\": supported values:"
                                                .formatted(other)
                                        + " \"Ignore\", \"Strict\", \"Warn\"");
            };
        }

        private static String verb(HttpRequest request) {
            return switch (request.method()) {
                case "POST" -> "Create";
                case "PUT" -> "Update";
                default -> "Patch";
            };
        }

        /// Refuses fields that Kubernetes does not know, if that is what the client wants.
        public void refuse(ResourceType type, List<String> unknown) throws ApiError {
            if (this == STRICT && !unknown.isEmpty()) {
                throw ApiError.badRequest(
                        "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
                                .formatted(
                                        type.kind(),
                                        type.group().version(),
                                        type.kind(),
                                        unknown.stream()
                                                .map("unknown field \"%s\""::formatted)
                                                .collect(Collectors.joining(", "))));
            }
        }
    }
}
