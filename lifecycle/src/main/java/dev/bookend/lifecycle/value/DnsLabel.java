package dev.bookend.lifecycle.value;

import java.util.regex.Pattern;

/// The names that Kubernetes allows for containers, volumes and host names (RFC 1123 labels).
public final class DnsLabel {
    public static final int MAX_LENGTH = 63;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    private DnsLabel() {}

    public static boolean matches(String text) {
        return text.length() <= MAX_LENGTH && LABEL.matcher(text).matches();
    }
}
