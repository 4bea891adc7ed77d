package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.RuntimeContract;
import dev.bookend.runtime.Trait;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

class IsolatedRuntimeTest extends RuntimeContract {
    @TempDir private Path directory;

    @BeforeAll
    static void needsNamespaces() throws Exception {
        Root.assumeNamespaces();
    }

    @Override
    protected ContainerRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.FULL);
    }

    @Override
    protected Set<Trait> traits() {
        return Root.here()
                ? EnumSet.allOf(Trait.class)
                : EnumSet.of(Trait.OWN_FILES, Trait.OWN_HOST_NAME);
    }
}
