package dev.bookend.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What compiled classes name of each other, as the JVM will look at it.
///
/// @param closed types that are open to their own package only
record Doors(List<ClassModel> classes, Set<String> closed) {
    static Doors of(List<Path> directories) {
        var classes = directories.stream().flatMap(Doors::read).toList();
        return new Doors(
                classes,
                classes.stream()
                        .filter(it -> !it.flags().has(AccessFlag.PUBLIC))
                        .map(it -> it.thisClass().asInternalName())
                        .collect(Collectors.toSet()));
    }

    private static Stream<ClassModel> read(Path directory) {
        try (var files = Files.walk(directory)) {
            return files
                    .filter(it -> it.toString().endsWith(".class"))
                    .map(Doors::parse)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Who names a type of another package that is closed to it, as sentences.
    List<String> locked() {
        return classes.stream().flatMap(this::locked).sorted().toList();
    }

    private Stream<String> locked(ClassModel by) {
        var own = by.thisClass().asInternalName();
        return StreamSupport.stream(by.constantPool().spliterator(), false)
                .filter(ClassEntry.class::isInstance)
                .map(it -> ((ClassEntry) it).asInternalName())
                .filter(it -> closed.contains(it) && !room(it).equals(room(own)))
                .map(it -> "%s names %s, which is not public".formatted(own, it));
    }

    private static String room(String type) {
        return type.substring(0, type.lastIndexOf('/'));
    }
}
