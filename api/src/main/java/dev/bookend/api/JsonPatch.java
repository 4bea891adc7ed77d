package dev.bookend.api;

import dev.bookend.manifest.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// JSON patch (RFC 6902): operations on places that are written as pointers.
final class JsonPatch {
    private static final int MOST_OPERATIONS = 10_000;

    private JsonPatch() {}

    static Json apply(Json target, Json patch) throws ApiError {
        if (!(patch instanceof Json.Arr(var operations))) {
            throw ApiError.badRequest("a JSON patch is a list of operations");
        }
        if (operations.size() > MOST_OPERATIONS) {
            throw new ApiError(
                    413, "RequestEntityTooLarge", "a JSON patch has at most 10000 operations");
        }
        var result = target;
        for (var operation : operations) {
            result = one(result, operation);
        }
        return result;
    }

    private static Json one(Json target, Json operation) throws ApiError {
        var path = pointer(Trees.text(operation, "path"));
        return switch (Trees.text(operation, "op")) {
            case "add" -> add(target, path, value(operation));
            case "replace" -> {
                get(target, path);
                yield path.isEmpty()
                        ? value(operation)
                        : add(remove(target, path), path, value(operation));
            }
            case "remove" -> remove(target, path);
            case "test" -> tested(target, path, value(operation));
            case "copy" -> add(target, path, get(target, from(operation)));
            case "move" -> add(remove(target, from(operation)), path, get(target, from(operation)));
            default ->
                    throw invalid(
                            "op '%s' is none of add, remove, replace, move, copy, test"
                                    .formatted(Trees.text(operation, "op")));
        };
    }

    private static List<String> from(Json operation) throws ApiError {
        return pointer(Trees.text(operation, "from"));
    }

    /// The value may be null, which is a value here.
    private static Json value(Json operation) throws ApiError {
        if (operation instanceof Json.Obj(var fields) && fields.containsKey("value")) {
            return fields.getOrDefault("value", new Json.Null());
        }
        throw invalid("an operation has no value");
    }

    private static List<String> pointer(String text) throws ApiError {
        if (text.isEmpty()) {
            return List.of();
        }
        if (!text.startsWith("/")) {
            throw invalid("the path '%s' does not begin with /".formatted(text));
        }
        return List.of(text.substring(1).split("/", -1)).stream()
                .map(it -> it.replace("~1", "/").replace("~0", "~"))
                .toList();
    }

    private static Json get(Json target, List<String> path) throws ApiError {
        var value = target;
        for (var word : path) {
            value = child(value, word);
        }
        return value;
    }

    private static Json child(Json target, String word) throws ApiError {
        if (target instanceof Json.Obj(var fields)) {
            var child = fields.get(word);
            if (child != null) {
                return child;
            }
        }
        if (target instanceof Json.Arr(var items)) {
            return items.get(index(word, items.size() - 1));
        }
        throw invalid("there is no '%s' at the path".formatted(word));
    }

    private static int index(String word, int last) throws ApiError {
        if (!word.matches("0|[1-9][0-9]{0,8}") || Integer.parseInt(word) > last) {
            throw invalid("'%s' is no index of the list".formatted(word));
        }
        return Integer.parseInt(word);
    }

    private static Json add(Json target, List<String> path, Json value) throws ApiError {
        if (path.isEmpty()) {
            return value;
        }
        var word = path.getFirst();
        if (path.size() > 1) {
            var inner = add(child(target, word), path.subList(1, path.size()), value);
            return replaced(target, word, inner);
        }
        if (target instanceof Json.Arr(var items)) {
            var more = new ArrayList<>(items);
            more.add(word.equals("-") ? items.size() : index(word, items.size()), value);
            return new Json.Arr(more);
        }
        return replaced(target, word, value);
    }

    private static Json replaced(Json target, String word, Json value) throws ApiError {
        return switch (target) {
            case Json.Obj(var fields) -> {
                var more = new LinkedHashMap<>(fields);
                more.put(word, value);
                yield new Json.Obj(more);
            }
            case Json.Arr(var items) -> {
                var more = new ArrayList<>(items);
                more.set(index(word, items.size() - 1), value);
                yield new Json.Arr(more);
            }
            default -> throw invalid("'%s' is not inside an object or a list".formatted(word));
        };
    }

    private static Json remove(Json target, List<String> path) throws ApiError {
        if (path.isEmpty()) {
            throw invalid("the whole object cannot be removed");
        }
        var word = path.getFirst();
        var child = child(target, word);
        if (path.size() > 1) {
            return replaced(target, word, remove(child, path.subList(1, path.size())));
        }
        if (target instanceof Json.Arr(var items)) {
            var fewer = new ArrayList<>(items);
            fewer.remove(index(word, items.size() - 1));
            return new Json.Arr(fewer);
        }
        return Trees.without((Json.Obj) target, word);
    }

    private static Json tested(Json target, List<String> path, Json value) throws ApiError {
        if (!get(target, path).equals(value)) {
            throw invalid("testing value /%s failed".formatted(String.join("/", path)));
        }
        return target;
    }

    private static ApiError invalid(String says) {
        return new ApiError(
                422,
                "Invalid",
                "the server rejected our request due to an error in our request: " + says);
    }
}
