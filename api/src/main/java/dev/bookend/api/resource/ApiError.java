package dev.bookend.api.resource;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A request that is refused, as Kubernetes says it: a code, a reason and a sentence.
public final class ApiError extends Exception {
    private static final long serialVersionUID = 1;
    private static final int MOST_FINDINGS = 100;

    private final int code;
    private final String reason;
    private final transient Optional<Json.Obj> details;

    public ApiError(int code, String reason, String message) {
        this(code, reason, message, Optional.empty());
    }

    private ApiError(int code, String reason, String message, Optional<Json.Obj> details) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
    }

    public static ApiError notFound(ObjectKey key) {
        return about(404, "NotFound", key, "%s not found".formatted(key));
    }

    public static ApiError noSuchPath(String path) {
        return new ApiError(
                404,
                "NotFound",
                "the server could not find the requested resource: there is nothing at " + path);
    }

    public static ApiError alreadyExists(ObjectKey key) {
        return about(409, "AlreadyExists", key, "%s already exists".formatted(key));
    }

    public static ApiError conflict(ObjectKey key, String why) {
        return about(
                409,
                "Conflict",
                key,
                "Operation cannot be fulfilled on %s: %s".formatted(key, why));
    }

    public static ApiError modified(ObjectKey key) {
        return conflict(
                key,
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again");
    }

    public static ApiError badRequest(String message) {
        return new ApiError(400, "BadRequest", message);
    }

    public static ApiError forbidden(ObjectKey key, String why) {
        return about(403, "Forbidden", key, "%s is forbidden: %s".formatted(key, why));
    }

    public static ApiError expired(String message) {
        return new ApiError(410, "Expired", message);
    }

    public static ApiError notAllowed(String message) {
        return new ApiError(405, "MethodNotAllowed", message);
    }

    public static ApiError unsupported(String message) {
        return new ApiError(415, "UnsupportedMediaType", message);
    }

    public static ApiError internal(String message) {
        return new ApiError(500, "InternalError", message);
    }

    /// The disk took nothing; nothing has changed.
    public static ApiError notStored(IOException failure) {
        var says = String.valueOf(failure.getMessage());
        var full = says.contains("No space left") || says.contains("quota exceeded");
        var message = "the object could not be stored: %s; nothing has changed".formatted(says);
        return full
                ? new ApiError(507, "InsufficientStorage", message + ", make room on the disk")
                : internal(message + ", look after the disk");
    }

    /// Whether the store failed, and not the request.
    public boolean isOfTheDisk() {
        return code == 507 || code == 500;
    }

    /// An object that breaks rules; each finding becomes a cause.
    public static ApiError invalid(ObjectKey key, List<Finding> all) {
        var findings = all.size() <= MOST_FINDINGS ? all : all.subList(0, MOST_FINDINGS);
        var causes = findings.stream().map(ApiError::cause).toList();
        var says =
                findings.stream()
                        .map(it -> "%s: %s; %s".formatted(it.path(), it.says(), it.hint()))
                        .collect(Collectors.joining(", ", "[", "]"));
        var message =
                "%s \"%s\" is invalid: %s"
                        .formatted(
                                qualifiedKind(key.type()),
                                key.name(),
                                findings.size() == 1 ? says.substring(1, says.length() - 1) : says);
        var details =
                Trees.with(
                        Trees.with(details(key), Json.of(key.type().kind()), "kind"),
                        Trees.array(causes),
                        "causes");
        return new ApiError(422, "Invalid", message, Optional.of(details));
    }

    public static ApiError invalid(ObjectKey key, String path, String says) {
        return invalid(key, List.of(Finding.error(path, "", "Invalid", says, "correct it")));
    }

    private static String qualifiedKind(ResourceType type) {
        return type.group() == ApiGroup.CORE
                ? type.kind()
                : type.kind() + "." + type.group().word();
    }

    private static Json cause(Finding finding) {
        var missing = finding.says().toLowerCase(Locale.ROOT).startsWith("required");
        return Json.object()
                .put("reason", missing ? "FieldValueRequired" : "FieldValueInvalid")
                .put("message", "%s; %s".formatted(finding.says(), finding.hint()))
                .put("field", finding.path())
                .done();
    }

    private static ApiError about(int code, String reason, ObjectKey key, String message) {
        return new ApiError(code, reason, message, Optional.of(details(key)));
    }

    private static Json.Obj details(ObjectKey key) {
        return Json.object()
                .put("name", Optional.of(key.name()).filter(it -> !it.isEmpty()))
                .put("group", Optional.of(key.type().group().word()).filter(it -> !it.isEmpty()))
                .put("kind", key.type().plural())
                .done();
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    public Json.Obj status() {
        var status =
                Json.object()
                        .put("kind", "Status")
                        .put("apiVersion", "v1")
                        .put("metadata", Trees.EMPTY)
                        .put("status", "Failure")
                        .put("message", String.valueOf(getMessage()))
                        .put("reason", reason);
        // Clients of Kubernetes take it for granted that there are details, be they empty.
        return status.put("details", details.orElse(Trees.EMPTY)).put("code", code).done();
    }
}
