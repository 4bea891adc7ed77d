package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.RuntimeContract;
import dev.bookend.runtime.Trait;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

class IsolatedRuntimeTest extends RuntimeContract {
    @TempDir private Path directory;

    @BeforeAll
    static void needsRoot() {
        Root.assume();
    }

    @Override
    protected ContainerRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.FULL);
    }

    @Override
    protected Set<Trait> traits() {
        return EnumSet.allOf(Trait.class);
    }
}
