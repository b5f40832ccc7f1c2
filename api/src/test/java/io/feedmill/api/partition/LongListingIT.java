package io.feedmill.api.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.FakeApi;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanRead;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ActiveProfiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A listing that takes longer than an answer may: it ends before its time with the cursor after all its lines. */
@ActiveProfiles("local")
@Import({Http.class, LongListingIT.Endless.class})
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"feedmill.http.answer-timeout=1s", "feedmill.http.lines-timeout=2s"})
@Tag("full")
class LongListingIT {
    private final Http http;

    @Autowired
    LongListingIT(Http http) {
        this.http = http;
    }

    /** A table without an end, whose reads cost nothing. No configuration: the scan of the other tests must not find it. */
    static class Endless {
        @Bean
        @Primary
        ScanStore endless() {
            AtomicLong reads = new AtomicLong();
            return new ScanStore() {
                @Override
                public Optional<ScannedTable> describe(String table) {
                    return Optional.of(new ScannedTable(
                            table,
                            new KeyAttribute("pk", ScalarType.S),
                            new KeyAttribute("sk", ScalarType.N),
                            0,
                            0,
                            List.of()));
                }

                @Override
                public ScanKeys read(ScanRead read) {
                    KeyValue user = KeyValue.string("user-" + reads.incrementAndGet());
                    KeyValue one = new KeyValue(ScalarType.N, "1");
                    return new ScanKeys(List.of(user), new ScanPosition(Map.of("pk", user, "sk", one)), 0);
                }
            };
        }
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
