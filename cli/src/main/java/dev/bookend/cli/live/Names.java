package dev.bookend.cli.live;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.util.ArrayList;
import java.util.List;

/// How containers are called in output: by name, with the pod's name before it where there are
/// several, all of one width and each in a colour of its own.
public final class Names {
    private static final List<Colour> COLOURS =
            List.of(Colour.CYAN, Colour.GREEN, Colour.MAGENTA, Colour.BLUE, Colour.YELLOW);

    private final Output out;
    private final List<String> known = new ArrayList<>();
    private final boolean several;
    private final int width;

    public Names(Output out, List<PodPlan> plans) {
        this.out = out;
        several = plans.size() > 1;
        for (var plan : plans) {
            plan.containers().keySet().forEach(name -> known.add(text(plan.pod(), name)));
        }
        width = known.stream().mapToInt(String::length).max().orElse(0);
    }

    private String text(PodName pod, ContainerName container) {
        return several ? pod.name() + "/" + container : container.text();
    }

    String padded(PodName pod, ContainerName container) {
        var text = text(pod, container);
        return paint(text, pad(text));
    }

    /// The same in no more columns than given.
    String padded(PodName pod, ContainerName container, int columns) {
        var text = text(pod, container);
        return paint(text, cut(pad(text), columns));
    }

    private String paint(String name, String shown) {
        var colour = COLOURS.get(Math.floorMod(known.indexOf(name), COLOURS.size()));
        return out.paint(colour, shown);
    }

    /// As much of the text as fits.
    static String cut(String text, int columns) {
        if (text.length() <= columns) {
            return text;
        }
        return columns < 1 ? "" : text.substring(0, columns - 1) + "…";
    }

    String paddedPod(PodName pod) {
        return out.paint(Colour.BOLD, pad(pod.name()));
    }

    int width() {
        return width;
    }

    private String pad(String text) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
