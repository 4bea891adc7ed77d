package dev.bookend.e2e;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import java.util.Locale;

/// Gives every test a namespace on the one cluster of the run, and tells how it looked there when
/// the test failed.
final class OnCluster
        implements ParameterResolver, BeforeTestExecutionCallback, AfterTestExecutionCallback {
    private static final ExtensionContext.Namespace KEPT =
            ExtensionContext.Namespace.create(OnCluster.class);
    private static final int LONGEST_NAME = 40;
    private static final int MOST_TEXT = 12_000;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Space.class;
    }

    @Override
    public Space resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return space(context);
    }

    private static Space space(ExtensionContext context) {
        var cluster =
                context.getRoot()
                        .getStore(KEPT)
                        .computeIfAbsent(Cluster.class, _ -> new Cluster(), Cluster.class);
        return context.getStore(KEPT)
                .computeIfAbsent(Space.class, _ -> new Space(cluster, name(context)), Space.class);
    }

    private static String name(ExtensionContext context) {
        var method = context.getRequiredTestMethod().getName().toLowerCase(Locale.ROOT);
        var suffix = Long.toHexString(System.nanoTime() & 0xffffff);
        return method.substring(0, Math.min(method.length(), LONGEST_NAME)) + "-" + suffix;
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        System.out.println("… " + context.getDisplayName());
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            tell(space(context));
        }
    }

    private static void tell(Space space) {
        show("objects", space.kubectl("get", "pods,configmaps,events", "-o", "wide"));
        show("pods", space.kubectl("describe", "pods"));
        show(
                "operators",
                space.cluster()
                        .kubectl("get", "pods,leases,events", "-n", "bookend", "-o", "wide"));
        show(
                "what operators said",
                space.cluster()
                        .kubectl(
                                "logs",
                                "-n",
                                "bookend",
                                "-l",
                                "app.kubernetes.io/name=bookend",
                                "--prefix",
                                "--tail=60"));
        if (space.cluster().isOurs()) {
            show("parts", Program.quiet().run("./cluster", "logs"));
        }
    }

    private static void show(String what, Program.Ran ran) {
        var text = ran.text();
        System.out.println("--- " + what);
        System.out.println(text.substring(Math.max(0, text.length() - MOST_TEXT)));
    }
}
