package dev.bookend.api.serve;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request without its body.
///
/// @param path decoded, and without the query
public record HttpRequest(
        String method, String path, Map<String, List<String>> query, Headers headers) {
    static HttpRequest of(String method, String target, Headers headers) throws HttpProblem {
        var cut = target.indexOf('?');
        try {
            return new HttpRequest(
                    method,
                    path(cut < 0 ? target : target.substring(0, cut)),
                    cut < 0 ? Map.of() : query(target.substring(cut + 1)),
                    headers);
        } catch (IllegalArgumentException wrong) {
            throw new HttpProblem(400, "the address cannot be read: " + wrong.getMessage());
        }
    }

    /// A slash at the end of a path means nothing.
    private static String path(String text) {
        var path = decoded(text.replace("+", "%2B"));
        return path.length() > 1 && path.endsWith("/") && !path.endsWith("//")
                ? path.substring(0, path.length() - 1)
                : path;
    }

    private static Map<String, List<String>> query(String text) {
        var query = new LinkedHashMap<String, List<String>>();
        for (var pair : text.split("&", -1)) {
            if (!pair.isEmpty()) {
                var cut = pair.indexOf('=');
                var name = decoded(cut < 0 ? pair : pair.substring(0, cut));
                var value = cut < 0 ? "" : decoded(pair.substring(cut + 1));
                query.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    public Optional<String> parameter(String name) {
        return parameters(name).stream().findFirst().filter(it -> !it.isEmpty());
    }

    public List<String> parameters(String name) {
        return query.getOrDefault(name, List.of());
    }

    public boolean isSet(String name) {
        return parameter(name).filter(it -> it.equals("true") || it.equals("1")).isPresent();
    }

    public String contentType() {
        var type = headers.first("Content-Type").orElse("");
        var cut = type.indexOf(';');
        return (cut < 0 ? type : type.substring(0, cut)).strip();
    }
}
