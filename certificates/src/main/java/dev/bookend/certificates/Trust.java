package dev.bookend.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Trust in some authorities, and in no others.
public final class Trust {
    private Trust() {}

    /// A client's TLS that believes these authorities.
    ///
    /// @param authorities one or more certificates in PEM
    public static SSLContext in(String authorities) throws IOException {
        try {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            var bytes = authorities.getBytes(StandardCharsets.US_ASCII);
            for (var each :
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))) {
                store.setCertificateEntry("authority-" + store.size(), each);
            }
            var managers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IOException("the authority's certificate cannot be used", broken);
        }
    }
}
