package io.feedmill.api.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.SetBackClock;
import io.feedmill.api.follow.FollowImport.RejectedLine;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.memory.FaultRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowImportTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SetBackClock clock = new SetBackClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final FollowStore follows = stores.follows();

    @Test
    void keepsGoodLinesAndCountsBadOnes() throws IOException {
        FollowImport.ImportResponse response =
                run("# graph\nbob alice\n\nbob\ncarol alice\nbob bob\n\u00e9 alice\n" + "x".repeat(2_000));
        assertThat(response.imported()).isEqualTo(2);
        assertThat(response.rejectedCount()).isEqualTo(3);
        assertThat(response.rejected()).extracting(RejectedLine::line).containsExactly(4L, 7L, 8L);
        assertThat(response.ignored()).isEqualTo(Map.of("comment", 1L, "self", 1L));
        assertThat(follows.followersAfter(user("alice"), null, 10)).containsExactly(user("bob"), user("carol"));
        assertThat(registry.counter(Event.FOLLOWS_IMPORTED.metric()).count()).isEqualTo(2);
        assertThat(registry.counter(Event.FOLLOWS_REJECTED.metric()).count()).isEqualTo(3);
    }

    @Test
    void reportsFollowsThatABlockForbidsAndStoresNone() throws IOException {
        stores.readers().block(user("alice"), user("carol"));
        stores.readers().block(user("dan"), user("alice"));
        FollowImport.ImportResponse response = run("bob alice\ncarol alice\nbob\ndan alice\n");
        assertThat(response.imported()).isEqualTo(1);
        assertThat(response.rejectedCount()).isEqualTo(3);
        assertThat(response.rejected()).extracting(RejectedLine::line).containsExactly(2L, 3L, 4L);
        assertThat(response.rejected().getFirst().reason()).isEqualTo("one of the two blocks the other");
        assertThat(follows.followersAfter(user("alice"), null, 10)).containsExactly(user("bob"));
        assertThat(queue.sent()).isEmpty();
    }

    @Test
    void endsAndReportsFollowsOfABlockThatCameMeanwhile() throws IOException {
        FaultRules block = new FaultRules().before(call -> {
            if (call.isOneOf(Operation.BATCH_WRITE_ITEM)) {
                stores.readers().block(user("alice"), user("carol"));
            }
        });
        FollowImport.ImportResponse response =
                importer(stores.stores(block).follows()).run(body("bob alice\ncarol alice\n"));
        assertThat(response.rejected()).extracting(RejectedLine::line).containsExactly(2L);
        assertThat(follows.followersAfter(user("alice"), null, 10)).containsExactly(user("bob"));
        assertThat(queue.sent())
                .extracting(Sent::message)
                .extracting(message -> ((Reconcile) message).pair().follower())
                .containsExactly(user("carol"));
    }

    @Test
    void reportsTheFirstThousandBadLinesAndCountsAll() throws IOException {
        FollowImport.ImportResponse response = run("bad\n".repeat(1_500) + "bob alice\n");
        assertThat(response.rejectedCount()).isEqualTo(1_500);
        assertThat(response.rejected()).hasSize(1_000);
        assertThat(response.rejected().getLast().line()).isEqualTo(1_000);
        assertThat(response.imported()).isEqualTo(1);
    }

    @Test
    void storesEachLineForAnyNumberOfBatches() throws IOException {
        for (int lines : new int[] {0, 1, 249, 250, 251, 2_500, 5_001}) {
            String text = IntStream.range(0, lines)
                    .mapToObj(i -> "u" + i + " a" + lines)
                    .collect(Collectors.joining("\n"));
            assertThat(run(text).imported()).isEqualTo(lines);
            assertThat(follows.followersAfter(user("a" + lines), null, 10_000)).hasSize(lines);
        }
    }

    @Test
    void mayBeRepeated() throws IOException {
        String lines = "bob alice\nbob alice\ncarol alice";
        assertThat(run(lines)).isEqualTo(run(lines));
        assertThat(follows.followersAfter(user("alice"), null, 10)).containsExactly(user("bob"), user("carol"));
    }

    @Test
    void endsAtTheFirstFailureAndReadsTheRest() throws IOException {
        InputStream body = body("x refused\n" + "bob alice\n".repeat(10_000));
        assertThatThrownBy(() -> refusing(Kind.THROTTLED).run(body))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.getBody().getType()).isEqualTo(ProblemType.IMPORT_INTERRUPTED.uri()));
        assertThat(body.read()).isEqualTo(-1);
    }

    @Test
    void aFailureOfTheLastBatchIsNotLost() {
        assertThatThrownBy(() -> refusing(Kind.FORBIDDEN).run(body("bob alice\nx refused")))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void aPermanentFailureStaysAnError() {
        assertThatThrownBy(() -> refusing(Kind.PERMANENT).run(body("x refused")))
                .isInstanceOf(StorageException.class);
    }

    /** The end of a forbidden follow, which an import that crashed left, takes a tick. */
    @Test
    void readsTheRestAlsoIfTheClockWasSetBack() throws IOException {
        stores.readers().block(user("alice"), user("carol"));
        follows.importAll(List.of(new Follow(user("carol"), user("alice"))));
        InputStream body = body("carol alice\n" + "bob alice\n".repeat(10_000));
        clock.setBackDuring(() -> assertThatThrownBy(() -> importer(follows).run(body))
                .isInstanceOf(MonotonicTicks.AheadException.class));
        assertThat(body.read()).isEqualTo(-1);
    }

    private FollowImport.ImportResponse run(String lines) throws IOException {
        return importer(follows).run(body(lines));
    }

    private FollowImport refusing(Kind kind) {
        FaultRules faults = new FaultRules().refuse(call -> call.names("follows", "followers:refused"), kind);
        return importer(stores.stores(faults).follows());
    }

    private FollowImport importer(FollowStore store) {
        ApiMetrics metrics = new ApiMetrics(registry);
        UnfollowSettings unfollow = new UnfollowSettings(Duration.ofSeconds(30));
        FollowChanges changes = new FollowChanges(store, stores.readers(), new WorkSender(queue, metrics, 0), unfollow);
        return new FollowImport(store, stores.readers(), changes, metrics);
    }

    private static InputStream body(String lines) {
        return new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    }
}
