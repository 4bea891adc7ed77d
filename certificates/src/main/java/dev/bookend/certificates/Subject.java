package dev.bookend.certificates;

import java.net.InetAddress;
import java.util.List;

/// Whom a certificate speaks for.
///
/// @param dnsNames the host names a server may be called by
/// @param addresses the addresses a server may be called by
public record Subject(
        String commonName, Usage usage, List<String> dnsNames, List<InetAddress> addresses) {
    /// What the holder may do with the certificate.
    public enum Usage {
        SERVER("1.3.6.1.5.5.7.3.1"),
        CLIENT("1.3.6.1.5.5.7.3.2");

        private final String id;

        Usage(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    public Subject {
        dnsNames = List.copyOf(dnsNames);
        addresses = List.copyOf(addresses);
    }

    public static Subject server(String commonName, List<String> dnsNames) {
        return new Subject(commonName, Usage.SERVER, dnsNames, List.of());
    }

    public static Subject client(String commonName) {
        return new Subject(commonName, Usage.CLIENT, List.of(), List.of());
    }
}
