package dev.bookend.certificates;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/// A server's identity that can be exchanged while it serves; the next handshake has the new one.
public final class ExchangeableKey {
    private static final String ALIAS = "serving";
    private volatile Optional<Identity> current = Optional.empty();

    public void use(Identity identity) {
        current = Optional.of(identity);
    }

    public Optional<Identity> current() {
        return current;
    }

    /// TLS for a server. Without an identity its handshakes fail.
    public SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new Keys()}, null, null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("this Java has no TLS", broken);
        }
    }

    private final class Keys extends X509ExtendedKeyManager {
        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return "";
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseEngineServerAlias(
                String keyType, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return current.map(it -> new X509Certificate[] {it.certificate()})
                    .orElse(new X509Certificate[0]);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return current.map(Identity::key).orElseThrow();
        }
    }
}
