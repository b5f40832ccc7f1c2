package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
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
                        "bare-authors",
                        "bare-homes",
                        "bare-fanouts",
                        "bare-outbox",
                        "bare-ledger",
                        "bare-requests");
    }

    /** One row more than the page has tells whether there is another page. */
    @Test
    void aPageIsReadAsTheApiReadsIt() {
        QueryRequest request = FeedmillRequests.homePages(List.of("bob")).getFirst();
        assertThat(request.tableName()).isEqualTo("feedmill-homes");
        assertThat(request.limit()).isEqualTo(51);
        assertThat(request.consistentRead()).isTrue();
        assertThat(request.expressionAttributeValues()).containsEntry(":pk", AttributeValue.fromS("home:bob"));
    }

    @Test
    void theReadersRowsAreReadAsTheApiReadsThem() {
        QueryRequest request = FeedmillRequests.readerRows(List.of("bob")).getFirst();
        assertThat(request.tableName()).isEqualTo("feedmill-readers");
        assertThat(request.consistentRead()).isTrue();
        assertThat(request.expressionAttributeValues()).containsEntry(":pk", AttributeValue.fromS("bob"));
    }

    private static String table(TransactWriteItem write) {
        return write.put().tableName();
    }
}
