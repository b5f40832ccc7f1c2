package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.server.DynamoBackend;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The article's own data: agencies whose products were bought, under its keys, and a report of the latest ones, run every quarter of an hour. */
@Tag("full")
class ArticleReportIT {
    private final DynamoBackend backend = DynamoBackend.inDynamoDbLocal();
    private final ReportStore reports = backend.stores().reports();
    private final Reporter reporter = new Reporter(
            backend.stores().reports(),
            backend.stores().ledger(),
            new ReportFiles(reports, List.of(), backend.clock()),
            settings(),
            backend.clock());

    private static ReportSettings settings() {
        return new ReportSettings(
                Duration.ofMinutes(15),
                Duration.ofMinutes(31),
                Duration.ofSeconds(10),
                ReportWorld.LEASE,
                Instant.parse("2016-10-23T01:30:00Z"),
                null,
                BigDecimal.ONE);
    }

    @Test
    void eachRunFetchesTheLatestItemsOnly() {
        bought("201610230130#3", "2016-10-23T01:30:00.7ZkKN6dce92mgcDD", "agency-1");
        bought("201610230130#3", "2016-10-23T01:30:00.2ZkKN6dce92mgcDD", "agency-2");
        bought("201610230130#0", "2016-10-23T01:44:59.7ZkKN6dce92mgcDD", "agency-3");
        Report first = reportAt("2016-10-23T02:16:00Z");
        assertThat(first.window().from().value()).isEqualTo("201610230130");
        assertThat(authors(first)).containsExactly("agency-1", "agency-2", "agency-3");
        bought("201610230145#3", "2016-10-23T01:45:00.7ZkKN6dce92mgcDD", "agency-1");
        backend.requests().clear();
        Report second = reportAt("2016-10-23T02:31:00Z");
        assertThat(second.window().from().value()).isEqualTo("201610230145");
        assertThat(authors(second)).containsExactly("agency-1");
        assertThat(partitionsRead()).hasSize(64).allSatisfy(pk -> assertThat(pk).startsWith("201610230145#"));
    }

    private void bought(String quarter, String time, String agency) {
        Map<String, AttributeValue> item = new TreeMap<>(DynamoBackend.key(quarter, time));
        item.put("event", AttributeValue.fromS("retracted"));
        item.put("post", AttributeValue.fromS(new PostId(1, "11111111111").value()));
        item.put("author", AttributeValue.fromS(agency));
        backend.client()
                .putItem(r -> r.tableName(backend.table(LedgerRows.TABLE)).item(item));
    }

    private Report reportAt(String time) {
        backend.clock().set(Instant.parse(time));
        ReportWorld.finish(reporter);
        return reports.newest(null, 1).items().getFirst();
    }

    private List<String> authors(Report report) {
        return reports.lines(report, 0, 10).stream()
                .map(line -> line.author().value())
                .toList();
    }

    private List<String> partitionsRead() {
        return backend.requests().of(QueryRequest.class).stream()
                .filter(query -> query.tableName().equals(backend.table(LedgerRows.TABLE)))
                .map(query -> Objects.requireNonNull(
                                query.expressionAttributeValues().get(":pk"))
                        .s())
                .toList();
    }
}
