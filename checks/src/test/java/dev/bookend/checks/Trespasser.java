package dev.bookend.checks;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Breaks every fence, so that a test can see each of them hold.
final class Trespasser {
    static final HashMap<String, String> SHARED = new HashMap<>(Map.of());

    @Marked Instant injected = Instant.now();

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    Method[] looks() {
        return injected.getClass().getMethods();
    }
}
