package dev.bookend.checks;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

import javax.tools.FileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A Java file as the compiler's own parser sees it: how long it is, and its methods.
record JavaSource(Path file, List<String> lines, List<Method> methods) {

    /// A method or a hand-written constructor. A record's components are no parameters.
    record Method(String name, long line, int length, int parameters, boolean overrides) {}

    /// Parses all sources in one run of the compiler.
    static List<JavaSource> parse(Map<Path, String> sources) {
        return parse(sources, JavaSource::read);
    }

    /// Takes from every source what the reader sees in it.
    static <T> List<T> parse(
            Map<Path, String> sources, BiFunction<CompilationUnitTree, Trees, T> reader) {
        var files =
                sources.entrySet().stream()
                        .map(source -> new InMemory(source.getKey(), source.getValue()))
                        .toList();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, null, null, null, files);
        var trees = Trees.instance(task);
        try {
            var parsed = new ArrayList<T>();
            for (var unit : task.parse()) parsed.add(reader.apply(unit, trees));
            return List.copyOf(parsed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JavaSource> of(Project project) {
        return parse(
                project.files(".java").stream()
                        .collect(Collectors.toMap(Function.identity(), project::text)));
    }

    private static JavaSource read(CompilationUnitTree unit, Trees trees) {
        var source = unit.getSourceFile();
        var methods = new ArrayList<Method>();
        new Methods(unit, trees.getSourcePositions(), methods).scan(unit, "");
        var lines = text(source).lines().toList();
        return new JavaSource(Path.of(source.getName()), lines, List.copyOf(methods));
    }

    private static String text(FileObject source) {
        try {
            return source.getCharContent(true).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Methods extends TreeScanner<@Nullable Void, String> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Method> found;

        Methods(CompilationUnitTree unit, SourcePositions positions, List<Method> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String outer) {
            return super.visitClass(type, type.getSimpleName().toString());
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String type) {
            var first = firstLine(method);
            var last = line(positions.getEndPosition(unit, method));
            found.add(
                    new Method(
                            type + "." + method.getName(),
                            first,
                            (int) (last - first + 1),
                            parameters(method),
                            overrides(method)));
            return super.visitMethod(method, type);
        }

        /// Annotations do not count: a table of examples above a test is not its code.
        private long firstLine(MethodTree method) {
            var marks = method.getModifiers().getAnnotations();
            return marks.isEmpty()
                    ? line(positions.getStartPosition(unit, method))
                    : line(positions.getEndPosition(unit, marks.getLast())) + 1;
        }

        /// The parser gives a compact constructor the record's components, which stand before it.
        private int parameters(MethodTree method) {
            var start = positions.getStartPosition(unit, method);
            return (int)
                    method.getParameters().stream()
                            .filter(each -> positions.getStartPosition(unit, each) > start)
                            .count();
        }

        private static boolean overrides(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }

    private static final class InMemory extends SimpleJavaFileObject {
        private final Path file;
        private final String text;

        InMemory(Path file, String text) {
            super(URI.create("memory:///" + file.toString().replace(' ', '_')), Kind.SOURCE);
            this.file = file;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public String getName() {
            return file.toString();
        }
    }
}
