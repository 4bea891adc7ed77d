package dev.bookend.agent.call;

import dev.bookend.lifecycle.pod.Handler;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where a GET goes and what stands in its head.
record HttpTarget(boolean tls, String host, int port, String path, List<Handler.Header> headers) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    static HttpTarget of(Handler.HttpGet get, String host, int port) {
        var path = get.path().startsWith("/") ? get.path() : "/" + get.path();
        return new HttpTarget(isTls(get.scheme()), host, port, path, get.headers());
    }

    private static boolean isTls(String scheme) {
        return scheme.equalsIgnoreCase("https");
    }

    String head() {
        var text = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
        add(text, "Host", authority());
        add(text, "User-Agent", "bookend");
        add(text, "Accept", "*/*");
        headers.stream()
                .filter(header -> !header.value().isEmpty())
                .forEach(header -> text.append(line(header.name(), header.value())));
        return text.append(line("Connection", "close")).append("\r\n").toString();
    }

    /// Adds a header that the handler does not set itself; an empty one leaves it out.
    private void add(StringBuilder text, String name, String value) {
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase(name))) {
            text.append(line(name, value));
        }
    }

    private static String line(String name, String value) {
        return "%s: %s\r\n".formatted(clean(name), clean(value));
    }

    /// A line break in a value would begin a header that nobody wrote.
    private static String clean(String text) {
        return text.replaceAll("[\\r\\n]", " ");
    }

    private String authority() {
        return host.contains(":") ? "[%s]:%d".formatted(host, port) : host + ":" + port;
    }

    /// Where a redirect leads; empty if to another host.
    Optional<HttpTarget> redirected(String location) {
        try {
            var to = URI.create(toString()).resolve(location);
            if (to.getHost() == null || !to.getHost().equals(URI.create(toString()).getHost())) {
                return Optional.empty();
            }
            var secure = isTls(Optional.ofNullable(to.getScheme()).orElse("http"));
            var number = to.getPort() >= 0 ? to.getPort() : secure ? HTTPS : HTTP;
            return Optional.of(new HttpTarget(secure, host, number, pathOf(to), headers));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String pathOf(URI to) {
        var parts = Stream.of(to.getRawPath(), to.getRawQuery());
        var text = String.join("?", parts.filter(part -> part != null && !part.isEmpty()).toList());
        return text.startsWith("/") ? text : "/" + text;
    }

    @Override
    public String toString() {
        return "%s://%s%s".formatted(tls ? "https" : "http", authority(), path);
    }
}
