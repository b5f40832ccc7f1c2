package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class RowsTest {
    private static final String KEY = "7419476490814397793.2uKyWgkahC9";

    private final World world = new World(1, Instant.parse("2027-03-01T10:00:00Z"), new Reached());

    private void put(String table, String pk, String sk, String... attributes) {
        Map<String, AttributeValue> row = new LinkedHashMap<>();
        row.put("pk", AttributeValue.fromS(pk));
        row.put("sk", AttributeValue.fromS(sk));
        for (int i = 0; i < attributes.length; i += 2) {
            boolean number = attributes[i + 1].matches("[0-9]+");
            row.put(
                    attributes[i],
                    number ? AttributeValue.fromN(attributes[i + 1]) : AttributeValue.fromS(attributes[i + 1]));
        }
        world.database().putItem(r -> r.tableName(World.table(table)).item(row));
    }

    private List<String> wrong() {
        return Rows.wrong(world, Set.of("ann bob"));
    }

    @ParameterizedTest
    @CsvSource({
        "outbox, 3, 1.x, open work",
        "outbox, orphans, 1.x, open work",
        "fanouts, p, job, an open job",
        "readers, ann, hidden#bob, no unfollow is open",
        "readers, ann, blocked#bob, differ",
        "readers, ann, rebuild, not complete",
        "follows, followers:ann, bob, the second is absent",
        "follows, following:ann, cid, the first is absent",
        "follows, requests:ann, bob, the second is absent",
        "recalls, 0, post#p, nobody ends",
        "recalls, notices#1, p#j, no API has deleted"
    })
    void aRowWithoutItsOtherIsWrong(String table, String pk, String sk, String why) {
        assertThat(wrong()).isEmpty();
        put(table, pk, sk);
        assertThat(wrong()).singleElement().asString().contains(why);
    }

    @Test
    void anImportMayLeaveOneRow() {
        put("follows", "following:ann", "bob");
        assertThat(wrong()).isEmpty();
    }

    @Test
    void anItemIsOfAPostThatItsOwnerGets() {
        put("homes", "home:ann", KEY, "author", "bob", "revision", "1", "expires", "1900000000");
        assertThat(wrong()).singleElement().asString().contains("of no post");
        put("authors", "user:bob", KEY, "author", "bob", "revision", "1");
        assertThat(wrong()).singleElement().asString().contains("not followed");
        put("follows", "following:ann", "bob");
        assertThat(wrong()).isEmpty();
        put("authors", "user:bob", KEY, "author", "bob", "revision", "2");
        assertThat(wrong()).singleElement().asString().contains("another version");
        put("authors", "user:bob", KEY, "author", "bob", "revision", "1", "audience", "users");
        assertThat(wrong()).singleElement().asString().contains("may not read");
        put("authors", "user:bob", KEY, "gone", "yes");
        assertThat(wrong()).singleElement().asString().contains("retracted");
    }

    @Test
    void theLedgerHasOneEventOfAPost() {
        String completed = world.time().now() + "";
        put("fanouts", "p", "job", "state", "COMPLETE", "completed", completed);
        assertThat(wrong()).singleElement().asString().contains("ledger");
        put("ledger", "1", "a", "event", "posted", "post", "p");
        assertThat(wrong()).isEmpty();
        put("ledger", "1", "b", "event", "posted", "post", "p");
        assertThat(wrong()).singleElement().asString().contains("ledger");
    }

    @Test
    void ofARetractedPostOnlyTheMarkIsLeft() {
        put("posts", "p", "metadata", "author", "bob", "retracted", "yes");
        assertThat(wrong()).isEmpty();
        put("posts", "p", "v_0", "text", "x");
        assertThat(wrong()).singleElement().asString().contains("a row of a retracted post");
    }
}
