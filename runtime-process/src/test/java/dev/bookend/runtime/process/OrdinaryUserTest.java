package dev.bookend.runtime.process;

import dev.bookend.runtime.OrdinaryUser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class OrdinaryUserTest {
    @TempDir private Path directory;

    @Test
    void ordinaryUserHasContainersOfItsOwn() throws Exception {
        new OrdinaryUser(directory)
                .runs(
                        IsolatedRuntimeTest.class,
                        UnprivilegedTest.class,
                        FallbackTest.class,
                        SharingTest.class,
                        LastWordsTest.class,
                        HiddenStateTest.class,
                        SubPathTest.class);
    }

    /// The kernel shows no directory as an overlay below which somebody has mounted something.
    @Test
    void stateIsHiddenBesideMountsOfTheMachine() throws Exception {
        var mount = Files.createTempDirectory(Path.of("/var/tmp"), "bookend-mount");
        try {
            new OrdinaryUser(directory).besideAMountAt(mount).runs(HiddenStateTest.class);
        } finally {
            Files.delete(mount);
        }
    }

    @Test
    void ordinaryUserWithARangeHasOtherUsers() throws Exception {
        new OrdinaryUser(directory).withRange().runs(MappedUsersTest.class);
    }

    @Test
    @Tag("slow")
    void wholeContractHoldsForAnOrdinaryUser() throws Exception {
        new OrdinaryUser(directory)
                .runs(
                        PlainRuntimeTest.class,
                        PlainAdoptionTest.class,
                        IsolatedAdoptionTest.class,
                        LostShimTest.class);
    }

    @Test
    @Tag("slow")
    void wholeContractHoldsAmongOtherUsers() throws Exception {
        new OrdinaryUser(directory)
                .withRange()
                .runs(
                        IsolatedRuntimeTest.class,
                        IsolatedAdoptionTest.class,
                        UnprivilegedTest.class,
                        SharingTest.class,
                        LastWordsTest.class,
                        HiddenStateTest.class,
                        SubPathTest.class,
                        LostShimTest.class);
    }
}
