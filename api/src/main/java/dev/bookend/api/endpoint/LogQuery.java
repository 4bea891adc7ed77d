package dev.bookend.api.endpoint;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.serve.HttpRequest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// What of a log a client wants to read.
record LogQuery(
        String container,
        boolean follow,
        boolean previous,
        boolean timestamps,
        long tailLines,
        Instant since,
        long limitBytes) {
    static LogQuery of(HttpRequest request, Instant now) throws ApiError {
        return new LogQuery(
                request.parameter("container").orElse(""),
                request.isSet("follow"),
                request.isSet("previous"),
                request.isSet("timestamps"),
                number(request, "tailLines").orElse(Long.MAX_VALUE),
                since(request, now),
                number(request, "limitBytes").orElse(Long.MAX_VALUE));
    }

    private static Optional<Long> number(HttpRequest request, String name) throws ApiError {
        var text = request.parameter(name);
        if (text.isPresent() && !text.get().matches("[0-9]{1,18}")) {
            throw ApiError.badRequest("%s '%s' is no number".formatted(name, text.get()));
        }
        return text.map(Long::valueOf);
    }

    private static Instant since(HttpRequest request, Instant now) throws ApiError {
        var seconds = number(request, "sinceSeconds");
        if (seconds.isPresent()) {
            return now.minusSeconds(Math.min(seconds.get(), now.getEpochSecond()));
        }
        var text = request.parameter("sinceTime").orElse("1970-01-01T00:00:00Z");
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw ApiError.badRequest(
                    "sinceTime '%s' is no time such as 2026-01-01T00:00:00Z".formatted(text));
        }
    }
}
