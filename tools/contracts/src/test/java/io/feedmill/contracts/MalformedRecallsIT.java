package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.Recall.RecallEnd;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.recall.RecallStore.Listing;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows of recalls that no version writes, and those of the version before: no read fails, and none shows what should be hidden. */
class MalformedRecallsIT extends Contract {
    MalformedRecallsIT() {
        super(DynamoBackend.inDynamoDbLocal());
    }

    private static AttributeValue n(String number) {
        return AttributeValue.fromN(number);
    }

    private static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    private void put(String pk, String sk, Map<String, AttributeValue> attributes) {
        Attributes row = Attributes.key(pk, sk);
        row.putAll(attributes);
        backend.put(RecallRows.TABLE, row);
    }

    private PostId put(Map<String, AttributeValue> attributes) {
        PostId post = newId();
        put("0", "post#" + post, attributes);
        return post;
    }

    @Test
    void rowsWithoutAReadableKeyArePassedOver() {
        Post post = publish("hello");
        retract(post);
        put("1", "post#x", Map.of("kind", s("retracted")));
        put("notices#1", "x", Map.of("kind", s("retracted")));
        put("notices#1", newId() + "#x", Map.of("kind", s("retracted")));
        put("1", "version#5", Map.of());
        Listing<Recall> all = stores.recalls().all(1_000);
        assertThat(all.rows()).containsExactly(new Recall(post.id(), Kind.RETRACTED));
        assertThat(all.malformed()).containsExactly("1 post#x");
        assertThat(stores.recalls().notices().rows()).hasSize(1);
        assertThat(stores.recalls().notices().malformed()).hasSize(2).contains("notices#1 x");
        assertThat(stores.recalls().open()).containsExactly(post.id());
    }

    @Test
    void aRecallWithoutAnEndThatMakesSenseHasNone() {
        PostId text = put(Map.of("kind", s("narrowed"), "ended", s("today"), "surplus", n("380")));
        PostId alone = put(Map.of("kind", s("narrowed"), "ended", n("1000")));
        PostId negative = put(Map.of("kind", s("narrowed"), "ended", n("1000"), "surplus", n("-1")));
        PostId huge = put(Map.of("kind", s("narrowed"), "ended", n("1000"), "surplus", n("99999999999999999999")));
        PostId far = put(Map.of("kind", s("narrowed"), "ended", n("9223372036854775807"), "surplus", n("1")));
        PostId last = put(Map.of("kind", s("narrowed"), "ended", n("31556889864403199"), "surplus", n("1")));
        PostId ages = put(Map.of("kind", s("narrowed"), "ended", n("1000"), "surplus", n("9223372036854775807")));
        PostId fraction = put(Map.of("kind", s("narrowed"), "ended", n("1.5"), "surplus", n("1")));
        PostId kindless = put(Map.of());
        PostId number = put(Map.of("kind", n("1")));
        Listing<Recall> all = stores.recalls().all(1_000);
        assertThat(all.rows())
                .allMatch(recall -> recall.kind() == Kind.NARROWED && recall.end() == null)
                .extracting(Recall::post)
                .containsExactlyInAnyOrder(text, alone, negative, huge, far, last, ages, fraction, kindless, number);
        assertThat(all.malformed()).isEmpty();
    }

    /** The version before wrote only when TTL may delete the row. */
    @Test
    void anEndOfTheFormerFormIsNone() {
        PostId former = put(Map.of("kind", s("retracted"), "expires", n("1000")));
        PostId ended = put(Map.of("kind", s("retracted"), "expires", n("9"), "ended", n("7"), "surplus", n("2")));
        PostId newer = put(Map.of("kind", s("boost")));
        Listing<Recall> all = stores.recalls().all(1_000);
        assertThat(all.rows())
                .containsExactlyInAnyOrder(
                        new Recall(former, Kind.RETRACTED),
                        new Recall(
                                ended, Kind.RETRACTED, new RecallEnd(Instant.ofEpochSecond(7), Duration.ofSeconds(2))),
                        new Recall(newer, Kind.NARROWED));
        assertThat(all.malformed()).isEmpty();
        assertThat(stores.recalls().open()).containsExactly(newer);
    }
}
