package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.partition.ListingCodec;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The contract of {@link AnnouncementStore}. */
public abstract class AnnouncementStoreContract extends Contract {
    private static final PartitionListing BEGIN =
            PartitionListing.begin("homes", new MethodChoice(ScanMethod.SKIP, null, "for the test", 2.5), 1);
    private static final PartitionListing END =
            ListingCodec.decode(ListingCodec.encode(BEGIN).replace("\"done\":false", "\"done\":true"));

    private final AnnouncementStore announcements = stores.announcements();

    private Announcement announce() {
        PublishRequest request = request("hear, hear", null);
        assertThat(announce(request)).isEqualTo(new PublishResult.Published(request.post()));
        return found(request.id());
    }

    private PublishResult announce(PublishRequest request) {
        return stores.publishing().publish(request, announcements.acceptance());
    }

    private Announcement found(PostId id) {
        return announcements.find(id).orElseThrow();
    }

    private Announcement move(Announcement seen, PartitionListing to, int homes) {
        return announcements.move(seen, to, homes).orElseThrow();
    }

    @Test
    void anAnnouncementIsAcceptedWithItsPost() {
        Announcement announced = announce();
        assertThat(announced).isEqualTo(Announcement.accepted(announced.id(), author));
        assertThat(stores.posts().find(announced.id())).isPresent();
        assertThat(stores.jobs().find(JobId.of(announced.id())).orElseThrow().state())
                .isEqualTo(JobState.ACCEPTED);
        assertThat(announcements.running()).contains(announced);
    }

    @Test
    void anyOtherPostIsNoAnnouncement() {
        PostId post = publish("hello").id();
        assertThat(announcements.find(post)).isEmpty();
        assertThat(announcements.running()).extracting(Announcement::id).doesNotContain(post);
    }

    @Test
    void aReplayAnnouncesNothingMore() {
        PublishRequest first = request("hear, hear", "key");
        announce(first);
        PublishRequest second = request("hear, hear", "key");
        assertThat(announce(second)).isEqualTo(new PublishResult.Replayed(first.post()));
        assertThat(announcements.find(second.id())).isEmpty();
        assertThat(announce(request("something else", "key"))).isEqualTo(new PublishResult.KeyReused());
    }

    @Test
    void movesTheListingAndTheCountTogether() {
        Announcement announced = announce();
        clock.advance(Duration.ofSeconds(5));
        Announcement once = move(announced, BEGIN, 7);
        Announcement twice = move(once, BEGIN, 5);
        assertThat(twice.delivered()).isEqualTo(12);
        assertThat(twice.listing()).isEqualTo(BEGIN);
        assertThat(twice.completedAt()).isNull();
        assertThat(twice.progressAt()).isAfter(announced.progressAt());
        assertThat(found(announced.id())).isEqualTo(twice);
        assertThat(announcements.running()).contains(twice);
    }

    @Test
    void aClaimKeepsListingAndCountAndEndsEarlierClaims() {
        Announcement moved = move(announce(), BEGIN, 7);
        clock.advance(Duration.ofSeconds(5));
        Announcement claimed = announcements.claim(moved).orElseThrow();
        assertThat(claimed.listing()).isEqualTo(BEGIN);
        assertThat(claimed.delivered()).isEqualTo(7);
        assertThat(claimed.progressAt()).isAfter(moved.progressAt());
        assertThat(found(moved.id())).isEqualTo(claimed);
        assertThat(announcements.claim(moved)).isEmpty();
        assertThat(announcements.move(moved, BEGIN, 1)).isEmpty();
        assertThat(move(claimed, BEGIN, 1).delivered()).isEqualTo(8);
    }

    @Test
    void ofManyClaimsOneWins() {
        Announcement announced = announce();
        assertThat(Race.of(8, () -> announcements.claim(announced).isPresent())).containsOnlyOnce(true);
        assertThat(found(announced.id()).listing()).isNull();
    }

    @Test
    void anAnnouncementThatMovedMeanwhileIsNotMoved() {
        Announcement announced = announce();
        Announcement moved = move(announced, BEGIN, 7);
        assertThat(announcements.move(announced, BEGIN, 7)).isEmpty();
        assertThat(found(announced.id())).isEqualTo(moved);
    }

    @Test
    void ofManyMovesFromOneStepOneWins() {
        Announcement announced = announce();
        Callable<Optional<Announcement>> mover = () -> announcements.move(announced, BEGIN, 3);
        List<Optional<Announcement>> moves = Race.of(8, mover);
        assertThat(moves.stream().filter(Optional::isPresent)).hasSize(1);
        assertThat(found(announced.id()).delivered()).isEqualTo(3);
    }

    @Test
    void anAnnouncementIsCompleteAtTheEndOfItsListing() {
        Announcement complete = move(announce(), END, 1);
        assertThat(complete.completedAt()).isEqualTo(complete.progressAt());
        assertThat(found(complete.id())).isEqualTo(complete);
        assertThat(announcements.running()).doesNotContain(complete);
    }

    @Test
    void anAnnouncementExpiresThirtyDaysAfterItsCompletion() {
        Announcement complete = move(announce(), END, 1);
        clock.advance(Duration.ofDays(30).minusSeconds(2));
        assertThat(announcements.find(complete.id())).isPresent();
        clock.advance(Duration.ofSeconds(3));
        assertThat(announcements.find(complete.id())).isEmpty();
    }

    @Test
    void anAbsentAnnouncementCannotBeMoved() {
        assertThat(announcements.move(Announcement.accepted(newId(), author), BEGIN, 1))
                .isEmpty();
    }
}
