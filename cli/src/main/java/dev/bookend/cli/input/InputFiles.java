package dev.bookend.cli.input;

import dev.bookend.cli.syntax.Parameter;
import dev.bookend.manifest.read.ManifestFile;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.ManifestSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/// The manifests named on the command line, read one after another.
public record InputFiles(InputStream in, List<String> names) implements Iterable<ManifestFile> {
    public static final Parameter NAMES =
            Parameter.oneOrMore("FILE", "YAML or JSON files; - is standard input.");
    private static final String STANDARD_INPUT = "-";

    @Override
    public Iterator<ManifestFile> iterator() {
        return names.stream().map(name -> ManifestReader.read(source(name))).iterator();
    }

    private ManifestSource source(String name) {
        if (name.equals(STANDARD_INPUT)) {
            return ManifestSource.of("<stdin>", in);
        }
        try {
            return ManifestSource.of(Path.of(name));
        } catch (InvalidPathException _) {
            return new ManifestSource(name, () -> nothing(name));
        }
    }

    private static InputStream nothing(String name) throws IOException {
        throw new NoSuchFileException(name);
    }
}
