package io.feedmill.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What values do to the chart, and which are refused. */
class ChartValuesTest {
    @ParameterizedTest
    @CsvSource({
        "images.api, '', images",
        "images.worker, feedmill-worker, images",
        "region, frankfurt, region",
        "prefix, Feedmill, prefix",
        "roles.api, feedmill-api, roles",
        "cursorKeys.key, '', cursorKeys",
        "settings.api.feedmill\\.security\\.issuer-uri, http://login.example.org, issuer-uri",
        "settings.api.feedmill\\.cursor\\.keys, secret, feedmill.cursor.keys",
        "settings.worker.management\\.server\\.port, 9000, management.server.port",
        "settings.common.Slice_Size, 10, Slice_Size",
        "worker.replicas, 1, replicas",
        "autoscaling.max, 3, autoscaling.max must not be below worker.replicas",
        "autoscaling.queues, deliver, queues",
        "schema.kmsKey, alias/feedmill, kmsKey",
        "replicas, 3, replicas",
        "networkPolicy.enabled, true, clients",
        "pod.env[0].name, FEEDMILL_CURSOR_KEYS, env",
        "worker.pod.tolerations, all, tolerations",
        "pod.nodeName, a, nodeName"
    })
    void aValueThatCannotBeIsNamed(String name, String value, String named) {
        assertThatThrownBy(
                        () -> RenderedChart.render(RenderedChart.SOURCE, "full", command -> command.set(name, value)))
                .hasMessageContaining(named);
    }

    @Test
    void withAutoscalingTheNumberOfWorkersIsOfTheScaledObject() {
        RenderedChart chart = RenderedChart.of("full");
        JsonNode scaled = chart.one("ScaledObject", "feedmill-worker").get("spec");
        String target = scaled.at("/scaleTargetRef/name").asString();
        assertThat(chart.one("Deployment", target).get("spec").has("replicas")).isFalse();
        assertThat(scaled.get("minReplicaCount").asInt()).isEqualTo(4);
        assertThat(scaled.get("triggers"))
                .allSatisfy(trigger -> {
                    assertThat(trigger.at("/metadata/scaleOnInFlight").asString())
                            .isEqualTo("true");
                    assertThat(trigger.at("/metadata/scaleOnDelayed").asString())
                            .isEqualTo("true");
                    chart.one(
                            "TriggerAuthentication",
                            trigger.at("/authenticationRef/name").asString());
                })
                .extracting(trigger -> trigger.at("/metadata/queueURL").asString())
                .containsExactly(
                        "https://sqs.eu-central-1.amazonaws.com/123456789012/mill-2-deliver",
                        "https://sqs.eu-central-1.amazonaws.com/123456789012/mill-2-publish",
                        "https://sqs.eu-central-1.amazonaws.com/123456789012/mill-2-upkeep",
                        "https://sqs.eu-central-1.amazonaws.com/123456789012/mill-2-views");
    }

    @Test
    void nothingIsThereThatWasNotAskedFor() {
        RenderedChart chart = RenderedChart.of("minimal");
        assertThat(chart.objects()).hasSize(9);
        assertThat(chart.one("Deployment", "feedmill-worker")
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(2);
        assertThat(arguments(chart)).containsExactly("schema", "check");
        assertThat(arguments(RenderedChart.of("full"))).startsWith("schema", "apply", "--yes");
    }

    @Test
    void theServiceMonitorSelectsAServiceOfEachJob() {
        RenderedChart chart = RenderedChart.of("full");
        JsonNode monitor = chart.one("ServiceMonitor", "feedmill").get("spec");
        String job = monitor.get("jobLabel").asString();
        assertThat(monitor.at("/selector/matchExpressions/0/key").asString()).isEqualTo(job);
        List<JsonNode> services = chart.all("Service")
                .filter(service -> RenderedChart.matches(monitor.at("/selector/matchLabels"), labels(service)))
                .filter(service -> labels(service).has(job))
                .toList();
        assertThat(services)
                .allSatisfy(service ->
                        assertThat(service.at("/spec/ports/0/name")).isEqualTo(monitor.at("/endpoints/0/port")))
                .extracting(service -> labels(service).get(job).asString())
                .containsExactlyInAnyOrder("feedmill-api", "feedmill-worker");
    }

    @Test
    void theRulesAreThoseOfPrometheusAndAllMonitoringHasTheLabels() throws IOException {
        RenderedChart chart = RenderedChart.of("platform");
        for (String rules : List.of("alerts", "slo")) {
            String file = Files.readString(RenderedChart.ROOT.resolve("deploy/prometheus/" + rules + ".yml"));
            assertThat(chart.one("PrometheusRule", "feedmill-" + rules).at("/spec"))
                    .isEqualTo(RenderedChart.parse(file).objects().getFirst());
        }
        assertThat(Stream.of("ServiceMonitor", "PrometheusRule", "ConfigMap").flatMap(chart::all))
                .hasSize(4)
                .allSatisfy(object ->
                        assertThat(labels(object).get("release").asString()).isEqualTo("kube-prometheus-stack"));
    }

    @Test
    void onlyWhoIsListedReachesAPod() {
        RenderedChart chart = RenderedChart.of("platform");
        JsonNode monitoring =
                parse("{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}],"
                        + " ports: [{port: management}]}");
        JsonNode clients =
                parse("{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress-nginx}}},"
                        + " {ipBlock: {cidr: 10.0.3.0/24}}], ports: [{port: http}]}");
        assertThat(chart.one("NetworkPolicy", "feedmill-api").at("/spec/ingress"))
                .containsExactly(clients, monitoring);
        assertThat(chart.one("NetworkPolicy", "feedmill-worker").at("/spec/ingress"))
                .containsExactly(monitoring);
    }

    @Test
    void whatIsSetForPodsIsInEachUnlessItsComponentSaysOtherwise() throws IOException {
        JsonNode values = parse(Files.readString(RenderedChart.SOURCE.resolve("ci/platform.yaml")));
        JsonNode schema = parse(Files.readString(RenderedChart.SOURCE.resolve("values.schema.json")));
        assertThat(values.get("pod").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        schema.at("/definitions/pod/properties").propertyNames());
        assertThat(RenderedChart.of("platform").pods()).hasSize(3).allSatisfy(pod -> {
            String component =
                    pod.at("/metadata/labels/app.kubernetes.io~1component").asString();
            JsonNode own = values.path(component).path("pod");
            values.get("pod").properties().stream()
                    .filter(field -> !(component + field.getKey()).equals("schematopologySpreadConstraints"))
                    .forEach(field ->
                            assertHas(pod, field.getKey(), merged(field.getValue(), own.path(field.getKey()))));
        });
    }

    private static JsonNode merged(JsonNode all, JsonNode own) {
        return own.isMissingNode()
                ? all
                : all.isObject() ? ((ObjectNode) all.deepCopy()).setAll((ObjectNode) own) : own;
    }

    private static void assertHas(JsonNode pod, String field, JsonNode expected) {
        String place = switch (field) {
            case "labels", "annotations" -> "/metadata/";
            case "env", "envFrom", "volumeMounts" -> "/spec/containers/0/";
            default -> "/spec/";
        };
        JsonNode actual = pod.at(place + field);
        if (expected.isString()) {
            assertThat(actual.asString("")).as(field).isEqualTo(expected.asString());
        } else if (expected.isObject()) {
            assertThat(actual.properties()).as(field).containsAll(expected.properties());
        } else {
            assertThat(expected)
                    .as(field)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(actual)
                            .anySatisfy(item -> assertThat(item.properties()).containsAll(each.properties())));
        }
    }

    private static JsonNode parse(String yaml) {
        return RenderedChart.parse(yaml).objects().getFirst();
    }

    @Test
    void thePackageHasTheDashboardsOfGrafana(@TempDir Path folder) throws IOException {
        new Helm(RenderedChart.SOURCE).packageIt().withDestination(folder).call();
        Path archive;
        try (Stream<Path> files = Files.list(folder)) {
            archive = files.findFirst().orElseThrow();
        }
        JsonNode data = RenderedChart.parse(RenderedChart.render(archive, "full", command -> command))
                .one("ConfigMap", "feedmill-dashboards")
                .get("data");
        try (Stream<Path> dashboards = Files.list(RenderedChart.ROOT.resolve("deploy/grafana/dashboards"))) {
            assertThat(dashboards)
                    .hasSize(data.size())
                    .allSatisfy(file -> assertThat(
                                    data.get(file.getFileName().toString()).asString())
                            .isEqualTo(Files.readString(file)));
        }
    }

    private static List<String> arguments(RenderedChart chart) {
        return chart.one("Job", "feedmill-schema")
                .at("/spec/template/spec/containers/0/args")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private static JsonNode labels(JsonNode object) {
        return object.at("/metadata/labels");
    }
}
