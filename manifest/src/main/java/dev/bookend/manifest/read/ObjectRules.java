package dev.bookend.manifest.read;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.text.Paths;
import dev.bookend.manifest.yaml.Node;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Kubernetes' own rules for the objects that pods refer to. No finding shows what a key holds.
final class ObjectRules {
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");
    private static final int LAST_PORT = 65535;
    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> SERVICE_TYPES =
            List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private final Findings findings = new Findings();
    private final String path;

    private ObjectRules(String path) {
        this.path = path;
    }

    static List<Finding> findings(Node node, String kind, String path) {
        var rules = new ObjectRules(path);
        var fields = Fields.of(node);
        switch (kind) {
            case "ConfigMap" -> rules.data(fields, "data", "binaryData");
            case "Secret" -> rules.data(fields, "stringData", "data");
            case "Service" -> rules.service(fields.in("spec"));
            default -> {
                return List.of();
            }
        }
        if (fields.in("metadata").word("name").isEmpty()) {
            rules.findings.required(rules.at("metadata.name"), "", "give the object a name");
        }
        return rules.findings.list();
    }

    private void data(Fields object, String texts, String base64) {
        entries(object, texts).forEach((key, entry) -> text(Paths.key(at(texts), key), key, entry));
        entries(object, base64)
                .forEach((key, entry) -> bytes(Paths.key(at(base64), key), key, entry));
    }

    private static Map<String, Node.Entry> entries(Fields object, String field) {
        return object.in(field).entries();
    }

    private boolean text(String at, String key, Node.Entry entry) {
        if (!KEY.matcher(key).matches() || key.equals(".") || key.startsWith("..")) {
            findings.invalid(
                    at,
                    key,
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
                    "rename the key");
        }
        var good =
                entry.value().isNull()
                        || (entry.value() instanceof Node.Scalar(_, _, var kind) && kind.isText());
        if (!good) {
            findings.add(
                    Finding.error(at, "", Findings.RULE, "must be a string", "quote the value"));
        }
        return good;
    }

    private void bytes(String at, String key, Node.Entry entry) {
        if (text(at, key, entry)
                && entry.value() instanceof Node.Scalar(_, var text, _)
                && Blob.ofBase64(text).isEmpty()) {
            findings.add(
                    Finding.error(
                            at,
                            "",
                            Findings.RULE,
                            "must be base64",
                            "encode it with `base64`; a Secret takes plain text under stringData"));
        }
    }

    private void service(Fields spec) {
        spec.word("type").ifPresent(it -> word("spec.type", it, SERVICE_TYPES));
        spec.word("clusterIP")
                .filter(it -> !it.equals("None") && !ADDRESS.matcher(it).matches())
                .ifPresent(
                        it ->
                                findings.invalid(
                                        at("spec.clusterIP"),
                                        it,
                                        "must be a valid IP address",
                                        "write an address, None, or leave it out"));
        ports(spec);
        names(spec.items("ports"));
    }

    private void word(String field, String word, List<String> allowed) {
        if (!allowed.contains(word)) {
            findings.unsupported(at(field), word, allowed, "choose one of them, or leave it out");
        }
    }

    /// Several ports are told apart by their names.
    private void names(List<Node> ports) {
        var names = new HashSet<String>();
        for (var i = 0; i < ports.size(); i++) {
            var port = Fields.of(ports.get(i));
            var place = Paths.item("spec.ports", i);
            port.word("protocol").ifPresent(it -> word(place + ".protocol", it, PROTOCOLS));
            var name = port.word("name");
            if (name.isEmpty() && ports.size() > 1) {
                findings.required(at(place + ".name"), "", "name each of several ports");
            } else if (name.isPresent() && !names.add(name.get())) {
                findings.duplicate(at(place + ".name"), name.get(), "give each port its own name");
            }
        }
    }

    private void ports(Fields spec) {
        var ports = spec.items("ports");
        for (var i = 0; i < ports.size(); i++) {
            var number = Fields.of(ports.get(i)).integer("port").orElse(0);
            if (number < 1 || number > LAST_PORT) {
                findings.invalid(
                        Paths.field(Paths.item(at("spec.ports"), i), "port"),
                        number,
                        "must be between 1 and 65535, inclusive",
                        "write the port that other pods use");
            }
        }
    }

    private String at(String field) {
        return Paths.field(path, field);
    }
}
