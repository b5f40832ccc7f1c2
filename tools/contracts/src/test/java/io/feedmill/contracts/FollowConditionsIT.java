package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Calls about follows and requests, and the conditions that AWS checks alike. */
class FollowConditionsIT extends Contract {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();

    private final FollowStore follows = stores.follows();
    private final UserId bob = freshUser("bob");
    private final Follow follow = new Follow(bob, author);

    FollowConditionsIT() {
        super(BACKEND);
        BACKEND.requests().clear();
    }

    private void request() {
        follows.setAsks(author, true);
        assertThat(follows.follow(follow)).isInstanceOf(FollowResult.Requested.class);
    }

    @Test
    void aFollowChecksThatThePolicyWasNeverSetOrIsOpen() {
        assertThat(checks(() -> follows.follow(follow)))
                .containsExactly("attribute_not_exists(pk)", "attribute_not_exists(pk)", "attribute_not_exists(pk)");
        follows.unfollow(follow);
        request();
        follows.setAsks(author, false);
        assertThat(checks(() -> follows.follow(follow)))
                .containsExactly("attribute_not_exists(pk)", "attribute_not_exists(pk)", "attribute_not_exists(asks)");
    }

    @Test
    void aRequestChecksBlocksFollowAndPolicy() {
        follows.setAsks(author, true);
        assertThat(checks(() -> follows.follow(follow)))
                .containsExactly(
                        "attribute_not_exists(pk)",
                        "attribute_not_exists(pk)",
                        "attribute_not_exists(pk)",
                        "attribute_exists(asks)");
        assertThat(checks(() -> follows.follow(follow))).isEmpty();
        assertThat(checks(() -> follows.setAsks(author, true))).isEmpty();
    }

    /** Transactions that check one row at the same time conflict in AWS, and DynamoDB Local raises no conflicts. */
    @Test
    void followsOfOneAuthorCheckDifferentCopiesOfThePolicy() {
        BACKEND.requests().clear();
        users(fresh("fan"), 64).forEach(user -> follows.follow(new Follow(user, author)));
        assertThat(transacted()
                        .map(TransactWriteItem::conditionCheck)
                        .filter(check -> check != null && sortKey(check).startsWith("#"))
                        .map(FollowConditionsIT::sortKey)
                        .distinct())
                .hasSizeGreaterThan(8);
        BACKEND.requests().clear();
        follows.setAsks(author, true);
        assertThat(BACKEND.requests().of(TransactWriteItemsRequest.class)).hasSize(1);
        assertThat(transacted()).hasSize(16);
    }

    @Test
    void bothRowsOfARequestExpireAfterNinetyDaysAndAnotherRequestRenewsThem() {
        request();
        assertThat(expiries()).containsExactly(inNinetyDays(), inNinetyDays());
        clock.advance(Duration.ofDays(89));
        request();
        assertThat(expiries()).isEmpty();
        clock.advance(Duration.ofDays(1));
        request();
        assertThat(expiries()).containsExactly(inNinetyDays(), inNinetyDays());
    }

    private String inNinetyDays() {
        return Long.toString(clock.instant().plus(Duration.ofDays(90)).getEpochSecond());
    }

    /** The expiries of the rows that were put since the last call. */
    private static List<String> expiries() {
        List<String> expiries = transacted()
                .filter(write -> write.put() != null && write.put().item().containsKey("expires"))
                .map(write -> write.put().item().get("expires").n())
                .toList();
        BACKEND.requests().clear();
        return expiries;
    }

    private static String sortKey(ConditionCheck check) {
        return new Row(check.key()).sk();
    }

    private static Stream<TransactWriteItem> transacted() {
        return BACKEND.requests().of(TransactWriteItemsRequest.class).stream()
                .flatMap(request -> request.transactItems().stream());
    }

    private static List<String> checks(Runnable call) {
        BACKEND.requests().clear();
        call.run();
        return transacted()
                .filter(write -> write.conditionCheck() != null)
                .map(write -> write.conditionCheck().conditionExpression())
                .toList();
    }
}
