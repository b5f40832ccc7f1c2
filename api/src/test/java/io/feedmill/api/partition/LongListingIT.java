package io.feedmill.api.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A listing that takes longer than an answer may: it ends before its time with the cursor after all its lines. */
@ApiTest
@TestPropertySource(properties = ApiTest.BOUNDS)
@Tag("full")
class LongListingIT {
    private final Http http;
    private final AtomicLong reads = new AtomicLong();

    LongListingIT(Http http, MemoryDynamoDb account) {
        this.http = http;
        account.faults(
                call -> call.isOneOf(Operation.SCAN) ? new Fault.Answered(nextOfEndlessTable()) : new Fault.None());
    }

    /** It costs nothing. */
    private ScanResponse nextOfEndlessTable() {
        AttributeValue user = AttributeValue.fromS("user-" + reads.incrementAndGet());
        return ScanResponse.builder()
                .items(List.of(Map.of("pk", user)))
                .lastEvaluatedKey(Map.of("pk", user, "sk", AttributeValue.fromN("1")))
                .build();
    }

    private List<JsonNode> lines(String query) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(URI.create(
                                    "http://localhost:" + http.port() + "/v1/admin/partitions/feedmill-homes?" + query))
                            .header("Accept-Encoding", "gzip")
                            .header("Authorization", "Bearer " + TestTokens.service())
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(JsonMapper.shared()::readTree)
                        .toList();
            }
        }
    }

    private static long partitions(List<JsonNode> lines) {
        return lines.stream().filter(line -> line.has("partition")).count();
    }

    @Test
    void itEndsWithTheCursorAfterAllLines() throws Exception {
        List<JsonNode> lines = lines("method=scan&segments=1");
        JsonNode last = lines.getLast();
        assertThat(last.has("problem")).isFalse();
        assertThat(last.path("found").asLong()).isEqualTo(partitions(lines)).isPositive();
        List<JsonNode> more = lines("cursor=" + last.path("next").asString());
        assertThat(more.getLast().path("found").asLong()).isEqualTo(partitions(lines) + partitions(more));
        assertThat(more.getLast().has("next")).isTrue();
    }
}
