package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

class FeedmillRequestsTest {

    @Test
    void eachPostIsATransactionOfItsOwn() {
        List<TransactWriteItemsRequest> requests = FeedmillRequests.publish(3);
        assertThat(requests)
                .hasSize(3)
                .extracting(TransactWriteItemsRequest::clientRequestToken)
                .doesNotHaveDuplicates();
        assertThat(requests.getFirst().transactItems())
                .extracting(FeedmillRequestsTest::table)
                .containsExactly(
                        "bare-posts",
                        "bare-posts",
                        "bare-posts",
                        "bare-feeds",
                        "bare-feeds",
                        "bare-ledger",
                        "bare-fanouts",
                        "bare-outbox",
                        "bare-requests");
    }

    /** One row more than the page has tells whether there is another page. */
    @Test
    void aPageIsReadAsTheApiReadsIt() {
        QueryRequest request = FeedmillRequests.homePage("bob");
        assertThat(request.tableName()).isEqualTo("feedmill-feeds");
        assertThat(request.limit()).isEqualTo(51);
        assertThat(request.consistentRead()).isTrue();
        assertThat(request.expressionAttributeValues()).containsEntry(":pk", AttributeValue.fromS("home:bob"));
    }

    @Test
    void theReadersRowsAreReadAsTheApiReadsThem() {
        QueryRequest request = FeedmillRequests.readerRows("bob");
        assertThat(request.tableName()).isEqualTo("feedmill-readers");
        assertThat(request.consistentRead()).isTrue();
        assertThat(request.expressionAttributeValues()).containsEntry(":pk", AttributeValue.fromS("bob"));
    }

    /** Two rows a follow, in batches of 25. */
    @Test
    void followsAreWrittenAsAnImportWritesThem() {
        List<BatchWriteItemRequest> batches =
                FeedmillRequests.follows(Deliveries.of(30, 1).recipients());
        assertThat(batches)
                .flatExtracting(batch -> batch.requestItems().entrySet())
                .extracting(Map.Entry::getKey, table -> table.getValue().size())
                .containsExactly(
                        tuple("feedmill-follows", 25), tuple("feedmill-follows", 25), tuple("feedmill-follows", 10));
        assertThat(FeedmillRequests.follows(List.of("f0"))).doesNotContainAnyElementsOf(batches);
    }

    private static String table(TransactWriteItem write) {
        return write.put().tableName();
    }
}
