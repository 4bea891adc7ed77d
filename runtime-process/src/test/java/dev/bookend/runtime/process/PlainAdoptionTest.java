package dev.bookend.runtime.process;

import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.RuntimeAdoptionContract;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class PlainAdoptionTest extends RuntimeAdoptionContract {
    @TempDir private Path directory;

    @Override
    protected ContainerRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.NONE);
    }
}
