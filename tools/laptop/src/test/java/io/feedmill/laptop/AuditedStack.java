package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.AbstractIntegerAssert;
import org.assertj.core.api.ListAssert;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Audits of the shared stack. */
final class AuditedStack {
    private AuditedStack() {}

    static DynamoDbClient dynamoDb() {
        return DynamoDbClient.builder()
                .endpointOverride(SharedStack.get().url("DynamoDB"))
                .region(Region.of(EmulatorProcesses.REGION))
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill")))
                .build();
    }

    /** Returns the argument of the launcher's {@code --local}. */
    static Map<String, String> environment() throws IOException {
        Path file = SharedStack.folder()
                .resolve(".feedmill/stacks/%d.env"
                        .formatted(SharedStack.get().url("API").getPort()));
        Map<String, String> variables = new TreeMap<>();
        Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("export "))
                .map(line -> line.substring("export ".length()).split("=", 2))
                .forEach(variable -> variables.put(variable[0], variable[1].replace("'", "")));
        return variables;
    }

    static FeedmillCommand audit(String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of("audit", "--margin=0"));
        line.addAll(List.of(words));
        return FeedmillCommand.start(SharedStack.folder(), environment(), line.toArray(String[]::new));
    }

    /** A report as JSON, and the whole output of the command. */
    record Report(JsonNode json, EndedCommand command) {
        AbstractIntegerAssert<?> assertCount(String name) {
            return assertThat(json.path(name).asInt(-1)).as("%s. %s".formatted(name, command));
        }

        ListAssert<String> assertUsers(String kind) {
            return assertThat(json.path("first")
                            .valueStream()
                            .filter(finding -> finding.path("kind").asString().equals(kind))
                            .map(finding -> finding.path("user").asString())
                            .sorted()
                            .toList())
                    .as("%s. %s".formatted(kind, command));
        }
    }

    static Report report(int exitCode, String... words) throws IOException, InterruptedException {
        Report report = livingReport(words);
        assertThat(report.command().exitCode()).as(report.command().toString()).isEqualTo(exitCode);
        return report;
    }

    /** Returns the report of feeds that are changing: suspects may be unsettled. */
    static Report livingReport(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("--json", "--findings=100"));
        line.addAll(List.of(words));
        try (FeedmillCommand audit = audit(line.toArray(String[]::new))) {
            EndedCommand ended = EndedCommand.await(audit);
            ended.assertOut().startsWith("{");
            return new Report(JsonMapper.shared().readTree(ended.out()), ended);
        }
    }
}
