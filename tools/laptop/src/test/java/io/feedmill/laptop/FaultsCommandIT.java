package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The command with a target that answers every request with an empty body. */
@Timeout(60)
class FaultsCommandIT {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    private final HttpServer target;

    FaultsCommandIT() throws IOException {
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void startTarget() {
        target.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        target.start();
    }

    @AfterEach
    void stopTarget() {
        target.stop(0);
    }

    @Test
    void injectsUntilStoppedAndPrintsTheFaults() throws Exception {
        try (FeedmillCommand faults = start("--port=0");
                HttpClient http = HttpClient.newHttpClient()) {
            URI proxy = URI.create(faults.awaitOutput("AWS_ENDPOINT_URL_DYNAMODB=(http://127\\.0\\.0\\.1:\\d+)"));
            assertThat(call(http, proxy, "GetItem").statusCode()).isEqualTo(200);
            assertThat(call(http, proxy, "PutItem").body()).contains("ProvisionedThroughputExceededException");
            faults.signal("TERM");
            EndedCommand ended = EndedCommand.await(faults, 0);
            ended.assertOut()
                    .startsWith("ready: proxy %s to %s, 1 rule, seed 7".formatted(proxy, targetUrl()))
                    .containsPattern("GetItem +1 +1\n")
                    .containsPattern("PutItem +1 +0 +throttle 1\n");
            ended.assertErr().isEmpty();
        }
    }

    @Test
    void aTakenPortIsOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                FeedmillCommand faults = start("--port=" + taken.getLocalPort())) {
            EndedCommand ended = EndedCommand.await(faults, 1);
            ended.assertErr()
                    .startsWith("Port %d for the proxy (--port) is taken".formatted(taken.getLocalPort()))
                    .hasLineCount(1);
            ended.assertOut().isEmpty();
        }
    }

    private FeedmillCommand start(String port) throws IOException {
        Path script = Files.writeString(
                folder.resolve("script.json"),
                "{\"seed\": 7, \"rules\": [{\"fault\": \"throttle\", \"operations\": [\"PutItem\"]}]}");
        return FeedmillCommand.start(folder, "faults", "--target=" + targetUrl(), "--script=" + script, port);
    }

    private String targetUrl() {
        return "http://127.0.0.1:" + target.getAddress().getPort();
    }

    private static HttpResponse<String> call(HttpClient http, URI proxy, String operation) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(proxy)
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .POST(BodyPublishers.ofString("{\"TableName\": \"feeds\"}"))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
