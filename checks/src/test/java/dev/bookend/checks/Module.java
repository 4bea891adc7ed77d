package dev.bookend.checks;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A module, and what it may see besides itself, the JDK and the null annotations.
record Module(String name, List<String> modules, List<String> libraries) {
    static final String ROOT = "dev.bookend.";

    /// A new module, or a new arrow between modules, begins here.
    private static final List<Module> ALL =
            List.of(
                    of("lifecycle", "", ""),
                    of("manifest", "lifecycle", "org.snakeyaml.engine"),
                    of("runtime", "lifecycle", ""),
                    of("runtime.process", "lifecycle runtime", ""),
                    of("certificates", "", ""),
                    of("agent", "lifecycle manifest runtime", ""),
                    of("operator", "lifecycle manifest certificates", "com.sun.net.httpserver"),
                    of("api", "lifecycle manifest runtime agent certificates", ""),
                    of("simulator", "lifecycle manifest runtime agent", ""),
                    of(
                            "cli",
                            "lifecycle manifest runtime runtime.process agent api simulator"
                                    + " operator",
                            ""),
                    of(
                            "bench",
                            "lifecycle manifest runtime runtime.process agent simulator cli",
                            "org.openjdk.jmh"));

    /// The module of a package or of a room in it; of two, the one whose name says more.
    static Optional<Module> owning(String packageName) {
        return ALL.stream()
                .filter(each -> (packageName + ".").startsWith(ROOT + each.name() + "."))
                .max(Comparator.comparingInt(each -> each.name().length()));
    }

    boolean maySee(String packageName) {
        if (packageName.startsWith(ROOT)) {
            return owning(packageName)
                    .filter(it -> it.equals(this) || modules.contains(it.name()))
                    .isPresent();
        }
        return Stream.concat(Stream.of("java", "javax", "jdk", "org.jspecify"), libraries.stream())
                .anyMatch(each -> (packageName + ".").startsWith(each + "."));
    }

    private static Module of(String name, String modules, String libraries) {
        return new Module(name, words(modules), words(libraries));
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }
}
