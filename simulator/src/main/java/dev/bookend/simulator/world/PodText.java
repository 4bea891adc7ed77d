package dev.bookend.simulator.world;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.simulator.invariant.Role;
import dev.bookend.simulator.invariant.Roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A made-up pod in a few words, enough to write it down as a manifest or a scenario.
public final class PodText {
    private PodText() {}

    public static List<String> lines(PodManifest pod) {
        var settings = pod.settings();
        var lines = new ArrayList<String>();
        var limit =
                settings.activeDeadline().map(it -> ", active deadline " + it.toSeconds() + "s");
        lines.add(
                "restartPolicy %s, grace %ds%s"
                        .formatted(
                                settings.restartPolicy().word(),
                                settings.grace().toSeconds(),
                                limit.orElse("")));
        pod.meta().annotations().forEach((key, value) -> lines.add(key + ": " + value));
        new Roles(pod).all().forEach(role -> lines.add(line(role)));
        return lines;
    }

    private static String line(Role role) {
        var kind = role.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        var hooks =
                Stream.of(HookKind.values())
                        .filter(hook -> role.spec().lifecycle().hook(hook).isPresent())
                        .map(HookKind::word);
        var probes =
                Stream.of(ProbeKind.values())
                        .filter(probe -> role.spec().probes().of(probe).isPresent())
                        .map(ProbeKind::word);
        return "%s: %s, launch %d, exit %d, has %s"
                .formatted(
                        role.name(),
                        kind,
                        role.launch(),
                        role.exit(),
                        Stream.concat(hooks, probes).toList());
    }
}
