package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.read.ManifestReader;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Reads what clients send.
public final class Bodies {
    private Bodies() {}

    /// An object that is to be stored, as JSON, YAML or in Kubernetes' own binary form.
    public static Json.Obj object(HttpRequest request, byte[] body) throws ApiError {
        var type = request.contentType();
        if (type.equals("application/vnd.kubernetes.protobuf")) {
            return Protobuf.read(body);
        }
        if (type.equals("application/yaml")) {
            return object(read("YAML", ManifestReader.json(text(body))));
        }
        if (!type.isEmpty() && !type.equals("application/json")) {
            throw ApiError.unsupported(
                    "the body of the request was in an unknown format - accepted media types"
                            + " include: application/json, application/yaml,"
                            + " application/vnd.kubernetes.protobuf");
        }
        return object(body);
    }

    public static Json.Obj object(byte[] body) throws ApiError {
        return object(json(body));
    }

    private static Json.Obj object(Json json) throws ApiError {
        if (json instanceof Json.Obj object) {
            return object;
        }
        throw ApiError.badRequest("the body is not an object");
    }

    static Json json(byte[] body) throws ApiError {
        return read("JSON", JsonRead.ofStranger(text(body)));
    }

    private static Json read(String form, JsonRead read) throws ApiError {
        return switch (read) {
            case JsonRead.Value(var json) -> json;
            case JsonRead.Broken(var at, var says) ->
                    throw ApiError.badRequest(
                            "the body is no %s: line %d, column %d: %s"
                                    .formatted(form, at.line(), at.column(), says));
        };
    }

    private static String text(byte[] body) throws ApiError {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException _) {
            throw ApiError.badRequest("the body is not UTF-8 text");
        }
    }
}
