package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.nodes.MappingNode;

/** What the templates leave open: ports, paths, roles and images. */
class ServiceTemplateTest {
    @ParameterizedTest
    @ValueSource(strings = {"roles.yaml", "service.yaml"})
    void aServiceOfAwsTakesARoleForThisAccountOnly(String file) throws IOException {
        List<Template> statements = mappings(file)
                .filter(mapping -> mapping.has("Principal"))
                .filter(statement -> statement.at("Principal").node() instanceof MappingNode
                        && statement.at("Principal").has("Service"))
                .toList();
        assertThat(statements)
                .isNotEmpty()
                .allSatisfy(statement -> assertThat(
                                statement.at("Condition", "StringEquals").has("aws:SourceAccount"))
                        .isTrue());
    }

    @Test
    void aRuleOpensOnePortThatIsUsed() throws IOException {
        assertThat(mappings("service.yaml").filter(mapping -> mapping.has("FromPort")))
                .hasSize(7)
                .allSatisfy(rule -> {
                    assertThat(rule.at("ToPort").text())
                            .isEqualTo(rule.at("FromPort").text());
                    assertThat(rule.at("FromPort").text()).isIn("443", "8080", "8082");
                });
    }

    @Test
    void anImageIsNamedByDigest() throws IOException {
        Template parameters = Template.read("service.yaml").at("Parameters");
        for (String image : List.of("ApiImage", "WorkerImage")) {
            assertThat(parameters.at(image, "AllowedPattern").text()).endsWith("@sha256:[0-9a-f]{64}$");
        }
    }

    @Test
    void adminCallsAreForwardedForAdminClientsOnly() throws IOException {
        Template resources = Template.read("service.yaml").at("Resources");
        Template refusal = resources.at("NoAdmin");
        assertThat(refusal.has("Condition")).isFalse();
        assertThat(paths(refusal)).containsExactly("/v1/admin/*", "/console/*");
        assertThat(refusal.at("Properties", "Actions")
                        .items()
                        .getFirst()
                        .at("Type")
                        .text())
                .isEqualTo("fixed-response");
        Template admission = resources.at("Admin");
        assertThat(admission.at("Condition").text()).isEqualTo("HasAdminClients");
        assertThat(paths(admission)).containsExactlyElementsOf(paths(refusal).toList());
        assertThat(admission
                        .at("Properties", "Conditions")
                        .items()
                        .get(1)
                        .at("SourceIpConfig", "Values")
                        .text())
                .isEqualTo("AdminClients");
        assertThat(admission.at("Properties", "Priority").text())
                .isLessThan(refusal.at("Properties", "Priority").text());
    }

    @Test
    void browsersAreToldToUseTls() throws IOException {
        Template attribute = Template.read("service.yaml")
                .at("Resources", "Listener", "Properties", "ListenerAttributes")
                .items()
                .getFirst();
        assertThat(attribute.at("Key").text())
                .isEqualTo("routing.http.response.strict_transport_security.header_value");
        assertThat(attribute.at("Value").text()).isEqualTo("max-age=31536000");
    }

    private static Stream<String> paths(Template rule) {
        return rule.at("Properties", "Conditions")
                .items()
                .getFirst()
                .at("PathPatternConfig", "Values")
                .texts();
    }

    private static Stream<Template> mappings(String file) throws IOException {
        return mappings(Template.read(file));
    }

    private static Stream<Template> mappings(Template at) {
        if (at.isSequence()) {
            return at.items().stream().flatMap(ServiceTemplateTest::mappings);
        }
        return at.node() instanceof MappingNode
                ? Stream.concat(Stream.of(at), at.values().flatMap(ServiceTemplateTest::mappings))
                : Stream.empty();
    }
}
