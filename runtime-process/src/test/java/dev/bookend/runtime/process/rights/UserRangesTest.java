package dev.bookend.runtime.process.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.runtime.process.rights.UserRanges.Answer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Which ranges of other users an ordinary user has.
class UserRangesTest {
    private static final Account ANN = new Account(1000, 1001);

    @TempDir private Path directory;

    @BeforeEach
    void install() throws IOException {
        for (var name : List.of("newuidmap", "newgidmap")) {
            var program = Files.writeString(directory.resolve(name), "");
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }
    }

    private Answer answer(String users, String groups) throws IOException {
        Files.writeString(directory.resolve("subuid"), users);
        Files.writeString(directory.resolve("subgid"), groups);
        return new UserRanges(directory, List.of(directory)).of(ANN, "ann");
    }

    @Test
    void ownUserStaysItselfInTheMiddleOfTheRange() throws Exception {
        var map =
                new UserMap(
                        directory + "/newuidmap 0 100000 1000 1000 1000 1 1001 101001 64535",
                        directory + "/newgidmap 0 200000 1001 1001 1001 1 1002 201002 64534",
                        65535);
        assertThat(answer("bob:1:5\nann:100000:65536\n", "ann:200000:65536\n"))
                .isEqualTo(new Answer.Given(map));
    }

    @Test
    void ownUserBeyondTheRangeIsAddedToIt() throws Exception {
        var map =
                new UserMap(
                        directory + "/newuidmap 0 5000 10 1000 1000 1",
                        directory + "/newgidmap 0 5000 10 1001 1001 1",
                        9);
        assertThat(answer("1000:5000:10\n", "ann:5000:10\nann:9000:2\n"))
                .isEqualTo(new Answer.Given(map));
    }

    @Test
    void whoHasNoRangeIsToldTheLine() throws Exception {
        assertThat(answer("bob:100000:65536\nann:x:y\nann:7\n", "ann:200000:65536\n"))
                .isInstanceOfSatisfying(
                        Answer.Lacking.class,
                        it -> assertThat(it.because()).contains("ann:100000:65536"));
    }

    @Test
    void whoHasNoProgramIsToldThePackage() {
        assertThat(new UserRanges(directory, List.of()).of(ANN, "ann"))
                .isInstanceOfSatisfying(
                        Answer.Lacking.class, it -> assertThat(it.because()).contains("uidmap"));
    }
}
