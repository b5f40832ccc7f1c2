package io.feedmill.chart;

import static io.feedmill.chart.RenderedChart.HOOK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What an object of the chart names exists, by each file of values. */
@ParameterizedClass
@ValueSource(strings = {"minimal", "full", "platform"})
class ChartTest {
    private static final Map<String, String> SECRETS =
            Map.of("minimal", "feedmill", "full", "mill", "platform", "feedmill");

    private final String values;
    private final RenderedChart chart;

    ChartTest(String values) {
        this.values = values;
        this.chart = RenderedChart.of(values);
    }

    @Test
    void aSelectorMatchesThePodsOfOneComponent() {
        Stream<JsonNode> services = chart.all("Service").map(service -> service.at("/spec/selector"));
        Stream<JsonNode> others = Stream.of("Deployment", "PodDisruptionBudget", "NetworkPolicy")
                .flatMap(chart::all)
                .map(object -> object.at("/spec/%s/matchLabels"
                        .formatted(object.at("/spec").has("podSelector") ? "podSelector" : "selector")));
        Stream<JsonNode> spreads = chart.pods().stream()
                .flatMap(pod -> pod.at("/spec/topologySpreadConstraints").valueStream())
                .map(spread -> spread.at("/labelSelector/matchLabels"));
        assertThat(Stream.of(services, others, spreads).flatMap(each -> each))
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(selector -> assertThat(chart.podsWith(selector)).hasSize(1));
        assertThat(chart.names("PodDisruptionBudget")).containsExactlyInAnyOrder("feedmill-api", "feedmill-worker");
    }

    @Test
    void aPortThatIsNamedIsAPortOfThePod() {
        for (JsonNode service : chart.all("Service").toList()) {
            JsonNode pod = chart.podsWith(service.at("/spec/selector")).getFirst();
            assertThat(texts(service.at("/spec/ports"), "targetPort")).isSubsetOf(ports(pod));
        }
        for (JsonNode pod : chart.pods()) {
            JsonNode container = pod.at("/spec/containers/0");
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                if (container.has(probe)) {
                    assertThat(ports(pod))
                            .contains(
                                    container.at("/" + probe + "/httpGet/port").asString());
                }
            }
        }
    }

    @Test
    void thePortsAreThoseOfTheProcesses() throws IOException {
        assertThat(port("api", "http")).isEqualTo(8080);
        assertThat(port("api", "management")).isEqualTo(8082);
        assertThat(port("worker", "management")).isEqualTo(8081);
        assertThat(application("api")).contains("\nserver:\n  port: 8080\n").containsPattern("\n    port: 8082\n");
        assertThat(application("worker")).contains("port: ${management.server.port:8081}");
    }

    @Test
    void aPodHasAServiceAccountThatTheRolesTrust() throws IOException {
        assertThat(chart.names("ServiceAccount"))
                .containsExactlyInAnyOrder("feedmill-api", "feedmill-worker", "feedmill-schema")
                .containsAll(chart.pods().stream()
                        .map(pod -> pod.at("/spec/serviceAccountName").asString())
                        .toList());
        assertThat(Files.readString(RenderedChart.ROOT.resolve("deploy/cloudformation/roles.yaml")))
                .contains("Default: \"feedmill:feedmill-\"")
                .contains("${ServiceAccounts}api", "${ServiceAccounts}worker", "${ServiceAccounts}schema");
    }

    @Test
    void theServiceAccountOfTheSchemaJobIsCreatedBeforeIt() {
        JsonNode account = chart.one("ServiceAccount", "feedmill-schema").at("/metadata/annotations");
        JsonNode job = chart.one("Job", "feedmill-schema").at("/metadata/annotations");
        assertThat(account.get(HOOK)).isEqualTo(job.get(HOOK));
        assertThat(job.get(HOOK).asString()).isEqualTo("pre-install,pre-upgrade");
        assertThat(Integer.parseInt(account.get(HOOK + "-weight").asString()))
                .isLessThan(Integer.parseInt(job.path(HOOK + "-weight").asString("0")));
    }

    @Test
    void theOnlySecretIsTheNamedOneWithTheCursorKeys() {
        assertThat(chart.names("Secret")).isEmpty();
        List<JsonNode> references = chart.objects().stream()
                .flatMap(object -> object.findValues("secretKeyRef").stream())
                .toList();
        assertThat(references).singleElement().satisfies(reference -> {
            assertThat(reference.get("name").asString()).isEqualTo(SECRETS.get(values));
            assertThat(reference.get("key").asString()).isEqualTo("cursor-keys");
        });
        assertThat(chart.objects())
                .allMatch(object -> object.findValues("configMapKeyRef").isEmpty());
    }

    @Test
    void aPodWritesToTmpOnlyAndHasNoRights() {
        assertThat(chart.pods()).hasSize(3).allSatisfy(pod -> {
            JsonNode container = pod.at("/spec/containers/0");
            assertThat(pod.at("/spec/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                    .isTrue();
            assertThat(container.at("/securityContext/capabilities/drop/0").asString())
                    .isEqualTo("ALL");
            assertThat(container.at("/volumeMounts"))
                    .filteredOn(mount -> !mount.path("readOnly").asBoolean(false))
                    .singleElement()
                    .satisfies(mount ->
                            assertThat(mount.get("mountPath").asString()).isEqualTo("/tmp"));
            assertThat(texts(pod.at("/spec/volumes"), "name"))
                    .containsAll(texts(container.at("/volumeMounts"), "name"));
            assertThat(pod.at("/spec/volumes/0/emptyDir/sizeLimit").asString()).isEqualTo("1Gi");
        });
    }

    private int port(String component, String name) {
        return chart.one("Deployment", "feedmill-" + component)
                .at("/spec/template/spec/containers/0/ports")
                .valueStream()
                .filter(port -> port.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow()
                .get("containerPort")
                .asInt();
    }

    private static String application(String module) throws IOException {
        return Files.readString(RenderedChart.ROOT.resolve(module + "/src/main/resources/application.yml"));
    }

    private static Set<String> ports(JsonNode pod) {
        return texts(pod.at("/spec/containers/0/ports"), "name");
    }

    private static Set<String> texts(JsonNode list, String field) {
        return list.valueStream().map(each -> each.get(field).asString()).collect(Collectors.toSet());
    }
}
