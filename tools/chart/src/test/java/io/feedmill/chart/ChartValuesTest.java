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
        "replicas, 3, replicas"
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
                        "https://sqs.eu-central-1.amazonaws.com/123456789012/mill-2-publish");
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
