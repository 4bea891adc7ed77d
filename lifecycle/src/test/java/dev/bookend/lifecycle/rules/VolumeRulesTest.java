package dev.bookend.lifecycle.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.pod.VolumeSource.KeyPath;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class VolumeRulesTest {
    private static final String AT = "spec.volumes[0].";
    private static final String MODE =
            ": must be a number between 0 and 0777 (octal), both inclusive";

    @ParameterizedTest
    @MethodSource
    void judgesAVolume(VolumeSource source, List<String> expected) {
        var findings = new Findings();
        new VolumeRules(findings).judge(List.of(new Volume("data", source)));
        assertThat(findings.list())
                .extracting(it -> it.path() + ": " + it.says())
                .containsExactlyElementsOf(expected.stream().map(each -> AT + each).toList());
    }

    static Stream<Arguments> judgesAVolume() {
        return Stream.of(
                arguments(new VolumeSource.EmptyDir("", Optional.empty()), List.of()),
                arguments(new VolumeSource.Other("iscsi"), List.of()),
                arguments(new VolumeSource.HostPath("/data", ""), List.of()),
                arguments(
                        new VolumeSource.HostPath("", ""),
                        List.of("hostPath.path: Required value")),
                arguments(configMap("", 0777), List.of("configMap.name: Required value")),
                arguments(
                        configMap("c", 01000),
                        List.of("configMap.defaultMode: Invalid value: 512" + MODE)),
                arguments(configMap("c", 0, key("a/b", 0)), List.of()),
                arguments(
                        configMap("c", 0, key("ok", 0644), key("/a", -1), key("b/../c", 0)),
                        List.of(
                                "configMap.items[1].mode: Invalid value: -1" + MODE,
                                "configMap.items[1].path: Invalid value: \"/a\": must be a"
                                        + " relative path",
                                "configMap.items[2].path: Invalid value: \"b/../c\": must not"
                                        + " contain '..'")),
                arguments(
                        secret("", -1, key("../x", 01000)),
                        List.of(
                                "secret.secretName: Required value",
                                "secret.defaultMode: Invalid value: -1" + MODE,
                                "secret.items[0].mode: Invalid value: 512" + MODE,
                                "secret.items[0].path: Invalid value: \"../x\": must not contain"
                                        + " '..'")),
                arguments(
                        new VolumeSource.DownwardFiles(List.of(), Optional.of(4096)),
                        List.of("downwardAPI.defaultMode: Invalid value: 4096" + MODE)),
                arguments(
                        new VolumeSource.Projected(List.of(), Optional.of(4096)),
                        List.of("projected.defaultMode: Invalid value: 4096" + MODE)));
    }

    private static VolumeSource configMap(String name, int mode, KeyPath... items) {
        return new VolumeSource.ConfigMapFiles(name, List.of(items), Optional.of(mode), false);
    }

    private static VolumeSource secret(String name, int mode, KeyPath... items) {
        return new VolumeSource.SecretFiles(name, List.of(items), Optional.of(mode), false);
    }

    private static KeyPath key(String path, int mode) {
        return new KeyPath("key", path, Optional.of(mode));
    }
}
