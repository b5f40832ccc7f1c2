package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Calls about follows and requests, with another call between what one reads and what it writes; and the conditions that AWS checks alike. */
class FollowRacesIT extends Contract {
    private static final Meanwhile MEANWHILE = new Meanwhile();
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal(MEANWHILE);
    private static final FollowResult REQUESTED = new FollowResult.Requested();

    private final FollowStore follows = stores.follows();
    private final ReaderStore readers = stores.readers();
    private final UserId bob = freshUser("bob");
    private final Follow follow = new Follow(bob, author);

    FollowRacesIT() {
        super(BACKEND);
        BACKEND.requests().clear();
    }

    private static void beforeWrite(Runnable other) {
        MEANWHILE.beforeNext(TransactWriteItemsRequest.class, other);
    }

    private void request() {
        follows.setAsks(author, true);
        assertThat(follows.follow(follow)).isEqualTo(REQUESTED);
    }

    private void assertOpen(boolean request, boolean followed) {
        assertThat(MEANWHILE.isOver()).isTrue();
        assertThat(follows.isRequested(follow)).isEqualTo(request);
        assertThat(follows.requests(author, null, 10).items().contains(bob)).isEqualTo(request);
        assertThat(follows.follows(follow)).isEqualTo(followed);
    }

    /** The author has never asked, or asks no more. */
    private void askNoMore(boolean asked) {
        if (asked) {
            follows.setAsks(author, true);
            follows.setAsks(author, false);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFollowThatBeganBeforeThePolicyIsARequest(boolean askedBefore) {
        askNoMore(askedBefore);
        beforeWrite(() -> follows.setAsks(author, true));
        assertThat(follows.follow(follow)).isEqualTo(REQUESTED);
        assertOpen(true, false);
    }

    @Test
    void aRequestThatBeganBeforeThePolicyIsAFollow() {
        follows.setAsks(author, true);
        beforeWrite(() -> follows.setAsks(author, false));
        assertThat(follows.follow(follow)).isInstanceOf(FollowResult.Followed.class);
        assertOpen(false, true);
    }

    /** The policy changes twice: the follow ends the request of another call meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFollowEndsARequestThatItHasNotRead(boolean askedBefore) {
        askNoMore(askedBefore);
        beforeWrite(() -> {
            request();
            follows.setAsks(author, false);
        });
        assertThat(follows.follow(follow)).isInstanceOf(FollowResult.Followed.class);
        assertOpen(false, true);
    }

    /** A call that completes a follow needs no request; one that begins it again does. */
    @Test
    void aFollowThatWasEndedIsNotCompletedPastThePolicy() {
        for (Runnable half :
                List.<Runnable>of(() -> BACKEND.removeFollowingRow(follow), () -> BACKEND.removeFollowersRow(follow))) {
            follows.setAsks(author, false);
            follows.follow(follow);
            half.run();
            follows.setAsks(author, true);
            beforeWrite(() -> follows.unfollow(follow));
            assertThat(follows.follow(follow)).isEqualTo(REQUESTED);
            assertOpen(true, false);
        }
    }

    @Test
    void aRequestBesideAnAcceptanceIsNone() {
        follows.setAsks(author, true);
        beforeWrite(() -> {
            follows.follow(follow);
            follows.accept(follow);
        });
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Unchanged());
        assertOpen(false, true);
    }

    @Test
    void aRequestBesideABlockIsRefused() {
        follows.setAsks(author, true);
        beforeWrite(() -> readers.block(author, bob));
        assertThat(follows.follow(follow)).isEqualTo(new FollowResult.Blocked());
        assertOpen(false, false);
    }

    @Test
    void aBlockEndsARequestThatItHasNotRead() {
        beforeWrite(this::request);
        readers.block(bob, author);
        assertOpen(false, false);
        assertThat(follows.accept(follow)).isEqualTo(new FollowResult.NotRequested());
    }

    @Test
    void anAcceptanceAfterATakeBackARefusalOrABlockIsNone() {
        for (Runnable end : List.<Runnable>of(() -> follows.unfollow(follow), () -> follows.refuse(follow))) {
            request();
            beforeWrite(end);
            assertThat(follows.accept(follow)).isEqualTo(new FollowResult.NotRequested());
            assertOpen(false, false);
        }
        request();
        beforeWrite(() -> readers.block(bob, author));
        assertThat(follows.accept(follow)).isEqualTo(new FollowResult.Blocked());
        assertOpen(false, false);
    }

    @Test
    void ofTwoAcceptancesOneIsAFollow() {
        request();
        beforeWrite(() -> assertThat(follows.accept(follow)).isInstanceOf(FollowResult.Followed.class));
        assertThat(follows.accept(follow)).isEqualTo(new FollowResult.Unchanged());
        assertOpen(false, true);
    }

    @Test
    void aTakeBackEndsAFollowThatWasAcceptedMeanwhile() {
        request();
        beforeWrite(() -> follows.accept(follow));
        assertThat(follows.unfollow(follow)).isPresent();
        assertOpen(false, false);
    }

    /** A batch reads its rows at different moments: here the follow before the acceptance, the request after it. */
    @Test
    void aTakeBackThatReadsNeitherReadsAgain() {
        MEANWHILE.beforeNext(
                BatchGetItemRequest.class,
                () -> MEANWHILE.beforeNext(BatchGetItemRequest.class, () -> {
                    request();
                    follows.accept(follow);
                }));
        assertThat(follows.unfollow(follow)).isPresent();
        assertOpen(false, false);
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
                        .map(FollowRacesIT::sortKey)
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
