package dev.bookend.operator.kube;

import com.sun.net.httpserver.HttpExchange;

import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// One connection that hears of the changes of one kind.
record FakeWatch(String kind, HttpExchange exchange) {
    void send(String type, Json object) {
        var line = Json.object().put("type", type).put("object", object).done().line() + "\n";
        try {
            exchange.getResponseBody().write(line.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        } catch (IOException _) {
            // Whoever watched has gone.
        }
    }

    void expire() {
        send("ERROR", Json.object().put("kind", "Status").put("code", 410).done());
        cut();
    }

    void cut() {
        exchange.close();
    }
}
