package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.serve.HttpRequest;

import java.util.Optional;

/// Which version of a list a client wants.
final class Versions {
    private Versions() {}

    /// The version that a list must have exactly; empty if the newest one will do, as it does for
    /// whoever wants nothing older than a version.
    static Optional<Long> exact(HttpRequest request) throws ApiError {
        var version = request.parameter("resourceVersion");
        if (version.isPresent() && !version.get().matches("[0-9]{1,18}")) {
            throw ApiError.badRequest(
                    "resourceVersion '%s' is no version".formatted(version.get()));
        }
        var match = request.parameter("resourceVersionMatch").orElse("");
        return switch (match) {
            case "" -> Optional.empty();
            case "NotOlderThan" -> {
                refuseIf(version.isEmpty(), "is forbidden unless resourceVersion is provided");
                refuseIf(request.parameter("continue").isPresent(), "is forbidden for continue");
                yield Optional.empty();
            }
            case "Exact" -> {
                refuseIf(version.isEmpty(), "is forbidden unless resourceVersion is provided");
                refuseIf(request.parameter("continue").isPresent(), "is forbidden for continue");
                var wanted = version.map(Long::valueOf);
                refuseIf(
                        wanted.filter(it -> it == 0).isPresent(),
                        "\"Exact\" is forbidden for resourceVersion \"0\"");
                yield wanted;
            }
            default ->
                    throw invalid(
                            "Unsupported value: \"%s\": supported values: \"Exact\","
                                            .formatted(match)
                                    + " \"NotOlderThan\"");
        };
    }

    private static void refuseIf(boolean wrong, String says) throws ApiError {
        if (wrong) {
            throw invalid("Forbidden: resourceVersionMatch " + says);
        }
    }

    private static ApiError invalid(String says) {
        return new ApiError(
                422,
                "Invalid",
                "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: " + says);
    }
}
