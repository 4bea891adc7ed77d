package dev.bookend.api.client;

import org.jspecify.annotations.Nullable;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/// Expects a server under another name than its address has, as `tls-server-name` says.
final class ServerName extends X509ExtendedTrustManager {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    private final X509TrustManager authorities;
    private final String name;

    /// @param authorities judge everything but the name
    ServerName(X509TrustManager authorities, String name) {
        this.authorities = authorities;
        this.name = name.toLowerCase(Locale.ROOT);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        authorities.checkServerTrusted(chain, type);
        var names = names(chain[0]);
        if (names.stream().noneMatch(this::matches)) {
            throw new CertificateException(
                    "the server is not '%s', as tls-server-name demands, but %s"
                            .formatted(name, names));
        }
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        return Optional.ofNullable(certificate.getSubjectAlternativeNames()).stream()
                .flatMap(it -> it.stream())
                .filter(it -> it.get(0).equals(DNS) || it.get(0).equals(ADDRESS))
                .map(it -> String.valueOf(it.get(1)).toLowerCase(Locale.ROOT))
                .collect(Collectors.toList());
    }

    /// A star stands for the first label of a name.
    private boolean matches(String given) {
        var cut = name.indexOf('.');
        return given.equals(name)
                || (cut > 0
                        && given.startsWith("*.")
                        && given.endsWith(name.substring(cut))
                        && given.length() == name.length() - cut + 1);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        authorities.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
