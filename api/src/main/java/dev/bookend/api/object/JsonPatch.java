package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.resource.Weight;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonPointer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// JSON patch (RFC 6902): operations on places that are written as pointers.
final class JsonPatch {
    private static final int MOST_OPERATIONS = 10_000;

    /// How many fields and items may be copied for all operations together.
    private static final int MOST_COPIES = 5_000_000;

    private long copies;
    private long weight;

    private JsonPatch(Json target) {
        weight = Weight.of(target);
    }

    static Json apply(Json target, Json patch) throws ApiError {
        if (!(patch instanceof Json.Arr(var operations))) {
            throw ApiError.badRequest("a JSON patch is a list of operations");
        }
        if (operations.size() > MOST_OPERATIONS) {
            throw tooLarge("a JSON patch has at most 10000 operations");
        }
        var result = target;
        var application = new JsonPatch(target);
        for (var operation : operations) {
            result = application.one(result, operation);
        }
        return result;
    }

    /// A value may be put into itself again and again: what that makes is weighed as it grows.
    private Json added(Json target, List<String> path, Json value) throws ApiError {
        var most = Weight.MOST;
        weight += Weight.of(value, most);
        var result = add(target, path, value);
        if (weight > most) {
            weight = Weight.of(result, most);
        }
        if (weight > most || path.size() > Weight.MOST_DEPTH) {
            throw tooLarge("the patch makes the object larger or deeper than an object may be");
        }
        return result;
    }

    private void copy(int size) throws ApiError {
        copies += size;
        if (copies > MOST_COPIES) {
            throw tooLarge("the patch changes large lists or mappings too often; replace them");
        }
    }

    private static ApiError tooLarge(String says) {
        return new ApiError(413, "RequestEntityTooLarge", says);
    }

    private Json one(Json target, Json operation) throws ApiError {
        var path = pointer(Trees.text(operation, "path"));
        return switch (Trees.text(operation, "op")) {
            case "add" -> added(target, path, value(operation));
            case "replace" -> {
                get(target, path);
                yield path.isEmpty()
                        ? value(operation)
                        : added(remove(target, path), path, value(operation));
            }
            case "remove" -> remove(target, path);
            case "test" -> tested(target, path, value(operation));
            case "copy" -> added(target, path, get(target, from(operation)));
            case "move" ->
                    added(remove(target, from(operation)), path, get(target, from(operation)));
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
        var words = JsonPointer.read(text);
        if (words.isEmpty()) {
            throw invalid("the path '%s' does not begin with /".formatted(text));
        }
        return words.get();
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

    private Json add(Json target, List<String> path, Json value) throws ApiError {
        if (path.isEmpty()) {
            return value;
        }
        var word = path.getFirst();
        if (path.size() > 1) {
            var inner = add(child(target, word), path.subList(1, path.size()), value);
            return replaced(target, word, inner);
        }
        if (target instanceof Json.Arr(var items)) {
            copy(items.size());
            var more = new ArrayList<>(items);
            more.add(word.equals("-") ? items.size() : index(word, items.size()), value);
            return new Json.Arr(more);
        }
        return replaced(target, word, value);
    }

    private Json replaced(Json target, String word, Json value) throws ApiError {
        return switch (target) {
            case Json.Obj(var fields) -> {
                copy(fields.size());
                var more = new LinkedHashMap<>(fields);
                more.put(word, value);
                yield new Json.Obj(more);
            }
            case Json.Arr(var items) -> {
                copy(items.size());
                var more = new ArrayList<>(items);
                more.set(index(word, items.size() - 1), value);
                yield new Json.Arr(more);
            }
            default -> throw invalid("'%s' is not inside an object or a list".formatted(word));
        };
    }

    private Json remove(Json target, List<String> path) throws ApiError {
        if (path.isEmpty()) {
            throw invalid("the whole object cannot be removed");
        }
        var word = path.getFirst();
        var child = child(target, word);
        if (path.size() > 1) {
            return replaced(target, word, remove(child, path.subList(1, path.size())));
        }
        if (target instanceof Json.Arr(var items)) {
            copy(items.size());
            var fewer = new ArrayList<>(items);
            fewer.remove(index(word, items.size() - 1));
            return new Json.Arr(fewer);
        }
        var object = (Json.Obj) target;
        copy(object.fields().size());
        return Trees.without(object, word);
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
