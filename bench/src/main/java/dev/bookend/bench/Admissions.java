package dev.bookend.bench;

import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// `Admissions URL CA CLIENTS COUNT`: asks a mutating webhook COUNT times from each client at once.
final class Admissions {
    private static final String REVIEW =
            """
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request":
             {"uid": "1", "namespace": "bench", "object": {"apiVersion": "v1", "kind": "Pod",
              "metadata": {"generateName": "a-", "annotations":
               {"apps.kruise.io/container-launch-priority": "Ordered"}},
              "spec": {"containers": [{"name": "a", "image": "a"}, {"name": "b", "image": "b"},
               {"name": "c", "image": "c"}]}}}}
            """;

    private Admissions() {}

    public static void main(String[] args) throws Exception {
        var clients = Integer.parseInt(args[2]);
        var count = Integer.parseInt(args[3]);
        var http = HttpClient.newBuilder().sslContext(trust(args[1])).build();
        var request =
                HttpRequest.newBuilder(URI.create(args[0]))
                        .timeout(Duration.ofSeconds(30))
                        .POST(HttpRequest.BodyPublishers.ofString(REVIEW))
                        .build();
        ask(http, request, clients, count / 4);
        var took = ask(http, request, clients, count);
        Arrays.sort(took);
        System.out.printf(
                "webhook, %d clients: %d answers, p50 %.1f ms, p99 %.1f ms%n",
                clients, took.length, at(took, 0.5), at(took, 0.99));
    }

    private static double at(long[] sorted, double part) {
        return sorted[(int) (part * (sorted.length - 1))] / 1e6;
    }

    private static long[] ask(HttpClient http, HttpRequest request, int clients, int count)
            throws Exception {
        var took = new long[clients * count];
        var asked = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var client = 0; client < clients; client++) {
                var first = client * count;
                asked.add(
                        threads.submit(
                                () -> {
                                    for (var i = first; i < first + count; i++) {
                                        took[i] = once(http, request);
                                    }
                                    return true;
                                }));
            }
        }
        for (var each : asked) each.get();
        return took;
    }

    private static long once(HttpClient http, HttpRequest request) throws Exception {
        var begun = System.nanoTime();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (!answer.body().contains("\"patch\"")) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return System.nanoTime() - begun;
    }

    private static SSLContext trust(String file) throws Exception {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = new FileInputStream(file)) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var trusting = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusting.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trusting.getTrustManagers(), null);
        return context;
    }
}
