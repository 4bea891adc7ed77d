package dev.bookend.operator.admission;

import dev.bookend.lifecycle.order.Barrier;
import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonPatch;
import dev.bookend.operator.kube.Marks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is added to an ordered pod at admission: a barrier for each main container (KUBE-1).
///
/// Doing it again changes nothing; a pod that another webhook changed in between is set right.
public final class Mutation {
    private final PodNaming naming;
    private final TakenNames taken;

    /// Tells whether the ConfigMap that a pod's barriers would be in exists already.
    @FunctionalInterface
    public interface TakenNames {
        /// Called once for an ordered pod with a name of its own; must answer within a second.
        boolean isTaken(String namespace, String mapName);
    }

    public Mutation(PodNaming naming, TakenNames taken) {
        this.naming = naming;
        this.taken = taken;
    }

    /// The changes: none for a pod without order, and a mark for one that will be refused (KUBE-8).
    JsonPatch of(AskedPod asked) {
        var patch = new JsonPatch();
        var prefix = asked.manifest().meta().generateName();
        var isNew = asked.name().isEmpty() && prefix.isPresent();
        var pod = isNew ? asked.named(naming.name(prefix.get())) : asked;
        var bare = withoutOwnBarriers(pod);
        if (pod.name().isEmpty()) {
            return patch;
        }
        if (Judgement.of(bare).isDenial()) {
            refusal(pod, patch);
            return patch;
        }
        var variables = Barrier.variables(bare.manifest());
        if (!variables.isEmpty()) {
            if (isNew) {
                patch.add("/metadata/name", Json.of(pod.name()));
            }
            label(pod, patch);
            forget(pod, patch);
            barriers(pod, variables, patch);
            gate(pod, isNew, patch);
        }
        return patch;
    }

    /// A pod with our label was here before: its barriers are ours to write anew.
    private static AskedPod withoutOwnBarriers(AskedPod pod) {
        if (!pod.isMarked()) {
            return pod;
        }
        var manifest = pod.manifest();
        var containers =
                manifest.containers().stream()
                        .map(spec -> spec.edit().env(foreign(spec.env(), pod.name())).spec())
                        .toList();
        return pod.with(
                new PodManifest(
                        manifest.meta(),
                        manifest.settings(),
                        manifest.initContainers(),
                        containers,
                        manifest.volumes()));
    }

    private static List<EnvVar> foreign(List<EnvVar> env, String podName) {
        return env.stream().filter(it -> !Barrier.isOf(podName, it)).toList();
    }

    /// The policy that needs no operator lets such a pod pass to the webhook, which knows why.
    private static void refusal(AskedPod pod, JsonPatch patch) {
        if (pod.annotation(Marks.REFUSED).isEmpty()) {
            mark(pod, "annotations", Marks.REFUSED, "true", patch);
        }
    }

    private static void label(AskedPod pod, JsonPatch patch) {
        if (!pod.isMarked()) {
            mark(pod, "labels", Marks.ORDERED_LABEL, Marks.ORDERED_VALUE, patch);
        }
    }

    /// A pod made from one that has run must not begin where that one had come to.
    private static void forget(AskedPod pod, JsonPatch patch) {
        for (var key : Marks.OWN_ANNOTATIONS) {
            if (pod.annotation(key).isPresent()) {
                patch.remove("/metadata/annotations/" + JsonPatch.escaped(key));
            }
        }
    }

    private static void mark(
            AskedPod pod, String field, String key, String value, JsonPatch patch) {
        if (pod.json().at("metadata", field).isEmpty()) {
            patch.add("/metadata/" + field, Json.object().done());
        }
        patch.add("/metadata/" + field + "/" + JsonPatch.escaped(key), Json.of(value));
    }

    private static void barriers(AskedPod pod, Map<String, EnvVar> variables, JsonPatch patch) {
        var containers = pod.json().at("spec", "containers").map(Json::elements).orElse(List.of());
        for (var i = 0; i < containers.size(); i++) {
            var variable = variables.get(containers.get(i).text("name").orElse(""));
            if (variable != null) {
                barrier(containers.get(i), entry(variable), "/spec/containers/" + i, patch);
            }
        }
    }

    private static void barrier(Json container, Json entry, String path, JsonPatch patch) {
        var env = container.field("env").map(Json::elements).orElse(List.of());
        var present = new ArrayList<Integer>();
        for (var i = 0; i < env.size(); i++) {
            if (env.get(i).text("name").equals(Optional.of(OrderKeys.BARRIER_ENV))) {
                present.add(i);
            }
        }
        if (env.isEmpty()) {
            patch.add(path + "/env", new Json.Arr(List.of(entry)));
        } else if (present.isEmpty()) {
            patch.add(path + "/env/-", entry);
        } else if (!isSame(env.get(present.getLast()), entry)) {
            patch.replace(path + "/env/" + present.getLast(), entry);
        }
    }

    private static boolean isSame(Json present, Json entry) {
        var way = new String[] {"valueFrom", "configMapKeyRef", "key"};
        return present.at(way).equals(entry.at(way));
    }

    private static Json entry(EnvVar variable) {
        if (!(variable.value() instanceof EnvValue.ConfigMapKeyRef(var map, var key, _))) {
            throw new IllegalStateException("a barrier is a key of a ConfigMap, not " + variable);
        }
        var reference = Json.object().put("name", map).put("key", key).done();
        return Json.object()
                .put("name", variable.name())
                .put("valueFrom", Json.object().put("configMapKeyRef", reference).done())
                .done();
    }

    /// A pod that goes straight to its node cannot be held back, and a new name is never taken.
    private void gate(AskedPod pod, boolean isNew, JsonPatch patch) {
        var gates = pod.json().at("spec", "schedulingGates").map(Json::elements).orElse(List.of());
        var gated =
                gates.stream()
                        .anyMatch(it -> it.text("name").equals(Optional.of(Marks.SCHEDULING_GATE)));
        if (isNew
                || gated
                || pod.manifest().settings().nodeName().isPresent()
                || !taken.isTaken(pod.manifest().meta().namespace(), Barrier.mapName(pod.name()))) {
            return;
        }
        var gate = Json.object().put("name", Marks.SCHEDULING_GATE).done();
        if (gates.isEmpty()) {
            patch.add("/spec/schedulingGates", new Json.Arr(List.of(gate)));
        } else {
            patch.add("/spec/schedulingGates/-", gate);
        }
    }
}
