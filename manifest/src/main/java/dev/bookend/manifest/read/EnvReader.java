package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;

import java.util.List;
import java.util.Optional;

/// Reads the environment of a container.
final class EnvReader {
    private EnvReader() {}

    static EnvVar variable(Fields variable) {
        return new EnvVar(variable.text("name", ""), value(variable));
    }

    private static EnvValue value(Fields variable) {
        return variable.maybe("valueFrom")
                .flatMap(EnvReader::reference)
                .orElseGet(() -> new EnvValue.Literal(variable.text("value", "")));
    }

    static Optional<EnvValue> reference(Fields from) {
        return from.maybe("fieldRef")
                .<EnvValue>map(it -> new EnvValue.FieldRef(it.text("fieldPath", "")))
                .or(() -> from.maybe("resourceFieldRef").map(EnvReader::resource))
                .or(() -> from.maybe("configMapKeyRef").map(EnvReader::configMapKey))
                .or(() -> from.maybe("secretKeyRef").map(EnvReader::secretKey));
    }

    private static EnvValue resource(Fields ref) {
        return new EnvValue.ResourceFieldRef(
                ref.text("containerName", ""),
                ref.text("resource", ""),
                ref.quantity("divisor").orElse("1"));
    }

    private static EnvValue configMapKey(Fields ref) {
        return new EnvValue.ConfigMapKeyRef(
                ref.text("name", ""), ref.text("key", ""), ref.flag("optional", false));
    }

    private static EnvValue secretKey(Fields ref) {
        return new EnvValue.SecretKeyRef(
                ref.text("name", ""), ref.text("key", ""), ref.flag("optional", false));
    }

    static List<EnvFrom> sources(Fields container) {
        return container.each("envFrom", EnvReader::source).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<EnvFrom> source(Fields from) {
        var prefix = from.text("prefix", "");
        return from.maybe("configMapRef")
                .<EnvFrom>map(it -> new EnvFrom.ConfigMapEnv(prefix, name(it), optional(it)))
                .or(
                        () ->
                                from.maybe("secretRef")
                                        .map(
                                                it ->
                                                        new EnvFrom.SecretEnv(
                                                                prefix, name(it), optional(it))));
    }

    private static String name(Fields ref) {
        return ref.text("name", "");
    }

    private static boolean optional(Fields ref) {
        return ref.flag("optional", false);
    }
}
