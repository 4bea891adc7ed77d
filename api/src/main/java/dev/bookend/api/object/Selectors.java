package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.serve.HttpRequest;
import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Label and field selectors, as lists and watches take them.
final class Selectors {
    private static final Pattern SET =
            Pattern.compile("\\s*([^\\s!=,()]+)\\s+(in|notin)\\s*\\(([^)]*)\\)\\s*");
    private static final Pattern EQUAL =
            Pattern.compile("\\s*([^\\s!=,()]+)\\s*(==|=|!=)\\s*([^\\s!=,()]*)\\s*");
    private static final Pattern PRESENCE = Pattern.compile("\\s*(!?)\\s*([^\\s!=,()]+)\\s*");

    private static final int MOST_TERMS = 1000;

    private Selectors() {}

    static Predicate<Json.Obj> of(HttpRequest request, ResourceType type) throws ApiError {
        var labels = new ArrayList<Predicate<Map<String, String>>>();
        for (var term : terms(request, "labelSelector")) {
            labels.add(label(term));
        }
        var fields = new ArrayList<Predicate<Json.Obj>>();
        for (var term : terms(request, "fieldSelector")) {
            fields.add(field(term, type));
        }
        return it -> isLabelled(it, labels) && fields.stream().allMatch(field -> field.test(it));
    }

    private static boolean isLabelled(Json.Obj object, List<Predicate<Map<String, String>>> all) {
        if (all.isEmpty()) {
            return true;
        }
        var labels = Trees.texts(object, "metadata", "labels");
        return all.stream().allMatch(it -> it.test(labels));
    }

    private static List<String> terms(HttpRequest request, String name) throws ApiError {
        var terms = terms(request.parameter(name).orElse(""));
        if (terms.size() > MOST_TERMS) {
            throw ApiError.badRequest(
                    "%s has %d terms; %d are the most that are heeded, select less precisely"
                            .formatted(name, terms.size(), MOST_TERMS));
        }
        return terms;
    }

    /// Cuts at commas outside of parentheses.
    private static List<String> terms(String text) {
        var terms = new ArrayList<String>();
        var depth = 0;
        var begin = 0;
        for (var i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '(' -> depth++;
                case ')' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        terms.add(text.substring(begin, i));
                        begin = i + 1;
                    }
                }
                default -> {}
            }
        }
        terms.add(text.substring(begin));
        return terms.stream().filter(it -> !it.isBlank()).toList();
    }

    private static Predicate<Map<String, String>> label(String term) throws ApiError {
        var set = SET.matcher(term);
        if (set.matches()) {
            var values = Set.copyOf(List.of(set.group(3).strip().split("\\s*,\\s*", -1)));
            var in = set.group(2).equals("in");
            var key = set.group(1);
            return labels -> labels.containsKey(key) ? values.contains(labels.get(key)) == in : !in;
        }
        var equal = EQUAL.matcher(term);
        if (equal.matches()) {
            var key = equal.group(1);
            var value = equal.group(3);
            var wanted = !equal.group(2).equals("!=");
            return labels -> value.equals(labels.get(key)) == wanted;
        }
        var presence = PRESENCE.matcher(term);
        if (presence.matches()) {
            var key = presence.group(2);
            var wanted = presence.group(1).isEmpty();
            return labels -> labels.containsKey(key) == wanted;
        }
        throw ApiError.badRequest(
                "unable to parse the label selector '%s'; write key=value, key!=value, key,"
                                .formatted(term)
                        + " !key, key in (a,b) or key notin (a,b)");
    }

    private static Predicate<Json.Obj> field(String term, ResourceType type) throws ApiError {
        var equal = EQUAL.matcher(term);
        if (!equal.matches()) {
            throw ApiError.badRequest(
                    "invalid field selector '%s'; write field=value or field!=value"
                            .formatted(term));
        }
        var path = equal.group(1);
        if (!fields(type).contains(path)) {
            throw ApiError.badRequest(
                    "field label not supported: %s; supported are %s"
                            .formatted(path, String.join(", ", fields(type))));
        }
        var value = equal.group(3);
        var wanted = !equal.group(2).equals("!=");
        return object -> text(object, path).equals(value) == wanted;
    }

    private static String text(Json object, String path) {
        return switch (object.at(path.split("\\.", -1)).orElse(Json.of(""))) {
            case Json.Str(var text) -> text;
            case Json.Num(var digits) -> digits;
            case Json.Bool(var flag) -> String.valueOf(flag);
            default -> "";
        };
    }

    private static List<String> fields(ResourceType type) {
        var fields = new ArrayList<>(List.of("metadata.name", "metadata.namespace"));
        fields.addAll(
                switch (type) {
                    case PODS ->
                            List.of(
                                    "spec.nodeName",
                                    "spec.restartPolicy",
                                    "spec.schedulerName",
                                    "spec.serviceAccountName",
                                    "spec.hostNetwork",
                                    "status.phase",
                                    "status.podIP",
                                    "status.nominatedNodeName");
                    case EVENTS ->
                            List.of(
                                    "involvedObject.kind",
                                    "involvedObject.namespace",
                                    "involvedObject.name",
                                    "involvedObject.uid",
                                    "involvedObject.apiVersion",
                                    "involvedObject.resourceVersion",
                                    "involvedObject.fieldPath",
                                    "reason",
                                    "reportingComponent",
                                    "source",
                                    "type");
                    case SECRETS -> List.of("type");
                    case NAMESPACES -> List.of("status.phase");
                    case NODES -> List.of("spec.unschedulable");
                    case SERVICES -> List.of("spec.clusterIP", "spec.type");
                    case CONFIG_MAPS, RECREATE_REQUESTS -> List.of();
                });
        return fields;
    }
}
