package io.feedmill.chaos.scenario;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A node of a CloudFormation template, whose functions are not carried out. */
record Template(Node node) {
    /** The source tree: tests run in their module's folder. */
    static final Path ROOT = Path.of("../..");

    /** Reads a template of {@code deploy/cloudformation}. */
    static Template read(String file) throws IOException {
        try (Reader reader =
                Files.newBufferedReader(ROOT.resolve("deploy/cloudformation").resolve(file))) {
            return new Template(new Yaml().compose(reader));
        }
    }

    /** Returns what the keys lead to. */
    Template at(String... keys) {
        Template at = this;
        for (String key : keys) {
            at = at.tuples()
                    .filter(tuple -> new Template(tuple.getKeyNode()).text().equals(key))
                    .map(tuple -> new Template(tuple.getValueNode()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("No " + key + " at " + node.getStartMark()));
        }
        return at;
    }

    boolean has(String key) {
        return tuples().anyMatch(
                        tuple -> new Template(tuple.getKeyNode()).text().equals(key));
    }

    /** Returns the values of a mapping. */
    Stream<Template> values() {
        return tuples().map(tuple -> new Template(tuple.getValueNode()));
    }

    private Stream<NodeTuple> tuples() {
        return ((MappingNode) node).getValue().stream();
    }

    boolean isSequence() {
        return node instanceof SequenceNode;
    }

    List<Template> items() {
        return ((SequenceNode) node).getValue().stream().map(Template::new).toList();
    }

    String text() {
        return ((ScalarNode) node).getValue();
    }

    /** Returns the text, or all texts of a sequence. */
    Stream<String> texts() {
        return switch (node) {
            case ScalarNode scalar -> Stream.of(scalar.getValue());
            case SequenceNode sequence -> items().stream().flatMap(Template::texts);
            default -> Stream.empty();
        };
    }
}
