package dev.bookend.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import java.io.PrintWriter;
import java.util.Arrays;

/// Runs test classes in a JVM that somebody else has started as an ordinary user.
final class OrdinaryUserRun {
    private OrdinaryUserRun() {}

    /// @param classes whose tests are run, all but those that take long
    public static void main(String[] classes) {
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                Arrays.stream(classes)
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                        .filters(TagFilter.excludeTags("slow"))
                        .build();
        var listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        var summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, UTF_8));
        System.out.printf("ordinary user: %d tests passed%n", summary.getTestsSucceededCount());
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
