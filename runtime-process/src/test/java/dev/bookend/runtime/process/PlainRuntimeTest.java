package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.RuntimeContract;
import dev.bookend.runtime.Trait;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Set;

class PlainRuntimeTest extends RuntimeContract {
    @TempDir private Path directory;

    @Override
    protected ContainerRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.NONE);
    }

    @Override
    protected Set<Trait> traits() {
        return Account.own().user() == 0 ? Set.of(Trait.OTHER_USERS) : Set.of();
    }
}
