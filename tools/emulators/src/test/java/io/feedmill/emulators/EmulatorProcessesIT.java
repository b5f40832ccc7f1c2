package io.feedmill.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmulatorProcessesIT {

    @Test
    void startsBothOnFreePortsAndLeavesNoProcess() throws Exception {
        EmulatorProcesses servers = EmulatorProcesses.start();
        try (servers) {
            assertThat(call(servers.dynamoDb().endpoint(), "DynamoDB_20120810.ListTables"))
                    .contains("\"TableNames\":[]");
            assertThat(call(servers.queues().endpoint(), "AmazonSQS.ListQueues"))
                    .contains("{");
            assertThat(allowedOrigin(servers.dynamoDb().endpoint(), "OPTIONS")).isEmpty();
            assertThat(allowedOrigin(servers.dynamoDb().endpoint(), "POST")).isEmpty();
        }
        assertThat(children(servers)).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    @Tag("full")
    void pointsClientsAtItselfAndAtNoAccount() {
        try (EmulatorProcesses servers = EmulatorProcesses.start()) {
            assertThat(servers.environment())
                    .containsEntry(
                            "AWS_ENDPOINT_URL_DYNAMODB",
                            servers.dynamoDb().endpoint().toString())
                    .containsEntry(
                            "AWS_ENDPOINT_URL_SQS", servers.queues().endpoint().toString())
                    .containsKeys("AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
        }
    }

    @Test
    @Tag("full")
    void saysWhichPortIsTakenAndStopsTheOther() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = new EmulatorProcesses.Options(0, taken.getLocalPort(), Optional.empty());
            assertThatThrownBy(() -> EmulatorProcesses.start(options, EmulatorsHome.configured()))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort() + " for elasticmq is taken");
            assertThat(ProcessHandle.current().descendants()).noneMatch(EmulatorProcessesIT::isServer);
        }
    }

    @Test
    @Tag("full")
    void keepsTablesInTheDataFolder(@TempDir Path data) throws Exception {
        String table = """
                {"TableName":"kept","BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                 "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}""";
        try (Emulator first = start(data)) {
            call(first.endpoint(), "DynamoDB_20120810.CreateTable", table);
        }
        try (Emulator second = start(data)) {
            assertThat(call(second.endpoint(), "DynamoDB_20120810.ListTables")).contains("kept");
        }
    }

    @Test
    @Tag("full")
    void childrenGoWhenTheParentIsKilled() throws Exception {
        Process parent = startParent();
        List<ProcessHandle> children;
        try (BufferedReader output = parent.inputReader()) {
            assertThat(output.lines().anyMatch(line -> line.startsWith(HoldEmulators.UP)))
                    .isTrue();
            children = parent.descendants().toList();
            assertThat(children).hasSize(2);
        } finally {
            parent.destroyForcibly().waitFor();
        }
        for (ProcessHandle child : children) {
            child.onExit().get(20, TimeUnit.SECONDS);
        }
    }

    private static Emulator start(Path data) {
        return Emulator.startDynamoDbLocal(0, Optional.of(data), EmulatorsHome.configured());
    }

    private static Process startParent() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + EmulatorsHome.PROPERTY + "=" + System.getProperty(EmulatorsHome.PROPERTY),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldEmulators.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Stream<ProcessHandle> children(EmulatorProcesses servers) {
        return Stream.of(servers.dynamoDb().process(), servers.queues().process())
                .flatMap(child -> ProcessHandle.of(child.pid()).stream());
    }

    private static boolean isServer(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains(EmulatorMain.class.getName());
    }

    /** Returns which pages of other sites may read the answer, and may send what a browser asks for first. */
    private static Optional<String> allowedOrigin(URI endpoint, String method)
            throws IOException, InterruptedException {
        HttpRequest request = request(endpoint, "DynamoDB_20120810.ListTables")
                .header("Origin", "https://example.org")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type,x-amz-target,authorization")
                .method(method, BodyPublishers.ofString("{}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.discarding()).headers().firstValue("Access-Control-Allow-Origin");
        }
    }

    private static String call(URI endpoint, String target) throws IOException, InterruptedException {
        return call(endpoint, target, "{}");
    }

    private static String call(URI endpoint, String target, String body) throws IOException, InterruptedException {
        HttpRequest request =
                request(endpoint, target).POST(BodyPublishers.ofString(body)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    private static HttpRequest.Builder request(URI endpoint, String target) {
        return HttpRequest.newBuilder(endpoint)
                .timeout(Duration.ofSeconds(20))
                .header("X-Amz-Target", target)
                .header("Content-Type", "application/x-amz-json-1.0")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=feedmill/20260101/us-east-1/dynamodb/aws4_request");
    }
}
