package io.feedmill.common.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.FakeClient;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.place.PlaceStore;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

class MergedQueryTest {
    private static final Index BY_TIME = Index.global("by_time");
    private static final Table ROOMS = new Table("rooms", true, BY_TIME);

    private FakeClient client = new FakeClient();

    /** Rows of a megabyte. */
    private int maxAtOnce = 100;

    private RowPage page(Map<String, List<String>> partitions, int limit) {
        return page(partitions, limit, pk -> PartitionQuery.of(PlaceStore.TABLE, pk));
    }

    private RowPage page(Map<String, List<String>> partitions, int limit, Function<String, PartitionQuery> query) {
        client = new FakeClient().answers(request -> answer(partitions, request));
        List<PartitionQuery> queries =
                new TreeSet<>(partitions.keySet()).stream().map(query).toList();
        return MergedQuery.page(client.dynamo(), queries, limit);
    }

    private static PartitionQuery byTime(String pk) {
        return PartitionQuery.of(ROOMS, pk).byIndex().between("a", "z").descending();
    }

    /** As DynamoDB does: a Query that reaches its limit says where it continues, also at the end. */
    private QueryResponse answer(Map<String, List<String>> partitions, SdkRequest request) {
        QueryRequest query = (QueryRequest) request;
        String pk = new Row(query.expressionAttributeValues()).string(":pk");
        String sortKey = query.indexName() == null ? "sk" : query.indexName();
        NavigableSet<String> rest = new TreeSet<>(Objects.requireNonNull(partitions.get(pk)));
        rest = query.scanIndexForward() ? rest : rest.descendingSet();
        if (query.hasExclusiveStartKey()) {
            rest = rest.tailSet(new Row(query.exclusiveStartKey()).string(sortKey), false);
        }
        int max = Math.min(query.limit(), maxAtOnce);
        List<Map<String, AttributeValue>> items = rest.stream()
                .limit(max)
                .<Map<String, AttributeValue>>map(
                        key -> Attributes.key(pk, "of " + key).string(sortKey, key))
                .toList();
        QueryResponse.Builder response = QueryResponse.builder().items(items);
        return (items.size() == max ? response.lastEvaluatedKey(items.getLast()) : response).build();
    }

    private int queries() {
        return client.requests(QueryRequest.class).size();
    }

    private static List<String> keys(RowPage page) {
        return page.rows().stream().map(Row::sk).toList();
    }

    @Test
    void mergesInTheOrderOfTheKeys() {
        RowPage page = page(Map.of("0", List.of("b", "d"), "1", List.of("a", "e"), "2", List.of("c")), 10);
        assertThat(keys(page)).containsExactly("a", "b", "c", "d", "e");
        assertThat(page.next()).isNull();
    }

    @Test
    void mergesFromTheGreatestKeyWhereTheQueriesDescend() {
        Map<String, List<String>> rows = Map.of("0", List.of("a", "d", "e"), "1", List.of("b", "c"));
        RowPage page =
                page(rows, 4, pk -> PartitionQuery.of(PlaceStore.TABLE, pk).descending());
        assertThat(keys(page)).containsExactly("e", "d", "c", "b");
        assertThat(page.next()).isEqualTo("b");
    }

    @Test
    void anIndexIsMergedByItsOwnKeysAndReadOnByThoseOfTheTableToo() {
        Map<String, List<String>> rows = Map.of("0", List.of("a", "f", "g", "h", "i", "j"), "1", List.of("b", "c"));
        maxAtOnce = 5;
        RowPage page = page(rows, 6, MergedQueryTest::byTime);
        assertThat(page.rows()).extracting(row -> row.string("by_time")).containsExactly("j", "i", "h", "g", "f", "c");
        assertThat(page.next()).isEqualTo("c");
        assertThat(client.requests(QueryRequest.class))
                .filteredOn(QueryRequest::hasExclusiveStartKey)
                .extracting(QueryRequest::exclusiveStartKey)
                .containsExactly(Attributes.key("0", "of f").string("by_time", "f"));
    }

    /** Unread rows of a partition may come before the rows of others. */
    @Test
    void asksAPartitionAgainThatStoppedAtAMegabyte() {
        Map<String, List<String>> rows = Map.of("0", List.of("a", "b", "c"), "1", List.of("d", "e"));
        maxAtOnce = 1;
        assertThat(keys(page(rows, 5))).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void noPartitionsMakeNoCall() {
        assertThat(page(Map.of(), 10)).isEqualTo(new RowPage(List.of(), null, 0));
        assertThat(queries()).isZero();
    }

    @Test
    void readsOnWhereOnePartitionHasMoreThanItsShare() {
        List<String> all = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i");
        RowPage page = page(Map.of("0", all, "1", List.of("z"), "2", List.of(), "3", List.of()), 8);
        assertThat(keys(page)).isEqualTo(all.subList(0, 8));
        assertThat(page.next()).isEqualTo("h");
    }

    @Test
    void onePageOfSpreadRowsIsOneQueryAPartition() {
        RowPage page = page(Map.of("0", List.of("a", "c", "e", "g"), "1", List.of("b", "d", "f", "h")), 4);
        assertThat(keys(page)).containsExactly("a", "b", "c", "d");
        assertThat(queries()).isEqualTo(2);
    }

    @Test
    void nextIsNullOnlyAtTheEnd() {
        Map<String, List<String>> rows = Map.of("0", List.of("a"), "1", List.of("b"));
        assertThat(page(rows, 1).next()).isEqualTo("a");
        assertThat(page(rows, 2).next()).isNull();
        assertThat(page(Map.of("0", List.of()), 1)).isEqualTo(new RowPage(List.of(), null, 0));
    }

    @Test
    void ordersByBytesNotByUnits() {
        RowPage page = page(Map.of("0", List.of("\ud83d\ude00"), "1", List.of("\uff5e")), 10);
        assertThat(keys(page)).containsExactly("\uff5e", "\ud83d\ude00");
    }

    @Test
    void aShareIsAThirdOrSoMoreThanTheMean() {
        assertThat(MergedQuery.share(50, 4)).isEqualTo(20);
        assertThat(MergedQuery.share(100, 4)).isEqualTo(35);
        assertThat(MergedQuery.share(1, 4)).isEqualTo(1);
        assertThat(MergedQuery.share(50, 1)).isEqualTo(50);
    }
}
