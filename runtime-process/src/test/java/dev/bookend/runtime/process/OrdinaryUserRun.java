package dev.bookend.runtime.process;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import java.io.PrintWriter;

/// Runs the contract in a JVM that somebody else has started as an ordinary user.
final class OrdinaryUserRun {
    private OrdinaryUserRun() {}

    public static void main(String[] arguments) {
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                selectClass(PlainRuntimeTest.class),
                                selectClass(PlainAdoptionTest.class),
                                selectClass(LostShimTest.class))
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
