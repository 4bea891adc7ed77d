package dev.bookend.api.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.resource.ApiGroup;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Clients look types up by these names. `-Dgolden.update=true` rewrites them.
class OpenApiNamesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/openapi-names.txt");

    @Test
    void everyPathAndTypeKeepsItsName() throws IOException {
        var names = Stream.of(ApiGroup.values()).flatMap(OpenApiNamesTest::names).toList();
        if (Boolean.getBoolean("golden.update")) {
            Files.write(GOLDEN, names);
        }
        assertThat(names).isEqualTo(Files.readAllLines(GOLDEN));
    }

    private static Stream<String> names(ApiGroup group) {
        var document = new OpenApi().at("/openapi/v3/" + group.path()).orElseThrow();
        return Stream.concat(
                Stream.of("# " + group.path()),
                Stream.of(List.of("paths"), List.of("components", "schemas"))
                        .flatMap(at -> keys(document, at)));
    }

    private static Stream<String> keys(Json document, List<String> at) {
        return Trees.object(document, at.toArray(String[]::new)).fields().keySet().stream();
    }
}
