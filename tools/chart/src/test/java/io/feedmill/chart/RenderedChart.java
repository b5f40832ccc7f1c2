package io.feedmill.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The objects of a release "feedmill" in the namespace of that name. */
record RenderedChart(List<JsonNode> objects) {
    static final Path ROOT = Path.of("..", "..");
    static final Path SOURCE = ROOT.resolve("deploy/helm/feedmill");

    /** What the annotations of hooks begin with in a copy of the chart: the library leaves hooks out. */
    static final String HOOK = "feedmill.io/hook";

    private static final Path COPY = copy(Path.of("target", "chart"));

    /** Renders by a file of values, and keeps the text for {@code deploy/helm/check}. */
    static RenderedChart of(String values) {
        String text = render(COPY, values, command -> command);
        try {
            Files.writeString(
                    Files.createDirectories(Path.of("target", "rendered")).resolve(values + ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parse(text);
    }

    static String render(Path chart, String values, UnaryOperator<TemplateCommand> options) {
        TemplateCommand command = new Helm(chart)
                .template()
                .withName("feedmill")
                .withNamespace("feedmill")
                .withKubeVersion("1.30.0")
                .withValuesFile(SOURCE.resolve("ci/" + values + ".yaml"));
        return options.apply(command).call();
    }

    private static Path copy(Path target) {
        try (Stream<Path> files = Files.walk(SOURCE, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = target.resolve(SOURCE.relativize(file));
                Files.createDirectories(to.resolveSibling(""));
                Files.writeString(to, Files.readString(file).replace("helm.sh/hook", HOOK));
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RenderedChart parse(String text) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        JsonMapper mapper = new JsonMapper();
        return new RenderedChart(StreamSupport.stream(yaml.loadAll(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(object -> mapper.<JsonNode>valueToTree(object))
                .toList());
    }

    Stream<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.get("kind").asString().equals(kind));
    }

    JsonNode one(String kind, String name) {
        return all(kind)
                .filter(object -> name(object).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(kind + " " + name + " is not in the chart"));
    }

    List<String> names(String kind) {
        return all(kind).map(RenderedChart::name).toList();
    }

    /** Returns the templates of all pods: they have {@code metadata} and {@code spec}. */
    List<JsonNode> pods() {
        return Stream.concat(all("Deployment"), all("Job"))
                .map(object -> object.at("/spec/template"))
                .toList();
    }

    List<JsonNode> podsWith(JsonNode matchLabels) {
        return pods().stream()
                .filter(pod -> matches(matchLabels, pod.at("/metadata/labels")))
                .toList();
    }

    static boolean matches(JsonNode matchLabels, JsonNode labels) {
        return !matchLabels.isEmpty()
                && matchLabels.properties().stream()
                        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asString();
    }
}
