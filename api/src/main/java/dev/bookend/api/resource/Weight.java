package dev.bookend.api.resource;

import dev.bookend.manifest.json.Json;

/// What an object takes of the agent's memory, estimated from above. A value that is in several
/// places of a tree counts in each of them, as it does once it has been written and read again.
public final class Weight {
    /// More than any object of Kubernetes, whose store takes 1.5 MiB of text.
    public static final int MOST = 4 * 1024 * 1024;

    /// Fewer than are read back, because a stored object is inside of something else.
    public static final int MOST_DEPTH = 64;

    private static final int VALUE = 64;
    private static final int NARROW = 0xff;

    private final long most;
    private long sum;

    private Weight(long most) {
        this.most = most;
    }

    /// The weight; somewhat more than the most if it is more than that, or nested too deep.
    public static long of(Json json, long most) {
        var weight = new Weight(most);
        weight.add(json, 0);
        return weight.sum;
    }

    public static long of(Json json) {
        return of(json, Integer.MAX_VALUE / 2);
    }

    private void add(Json json, int depth) {
        sum += depth > MOST_DEPTH ? most + 1 : VALUE;
        if (sum > most) {
            return;
        }
        switch (json) {
            case Json.Obj(var fields) ->
                    fields.forEach(
                            (name, value) -> {
                                sum += VALUE + length(name);
                                add(value, depth + 1);
                            });
            case Json.Arr(var items) -> items.forEach(it -> add(it, depth + 1));
            case Json.Str(var text) -> sum += length(text);
            case Json.Num(var digits) -> sum += digits.length();
            case Json.Bool _, Json.Null _ -> {}
        }
    }

    private static long length(String text) {
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) > NARROW) {
                return 2L * text.length();
            }
        }
        return text.length();
    }

    /// Refuses what is too large for one object.
    public static void refuseTooLarge(Json json) throws ApiError {
        if (of(json, MOST) > MOST) {
            throw new ApiError(
                    413,
                    "RequestEntityTooLarge",
                    ("Request entity too large: the object would take more than %d KiB of the"
                                    + " agent's memory, or is nested deeper than %d levels; split"
                                    + " it")
                            .formatted(MOST / 1024, MOST_DEPTH));
        }
    }
}
