package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.live.LiveReads.Look;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Content;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.testkit.Posts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LookTest {
    private static final ReaderState ALL = new ReaderState(Set.of(), false, null);

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private static List<FeedItem> rows(long... ticks) {
        return LongStream.of(ticks)
                .mapToObj(tick -> FeedItem.of(Posts.of(id(tick), user("ann"), "a"), Via.FOLLOW))
                .toList();
    }

    private static Look look(@Nullable Long since, List<FeedItem> rows) {
        Instant moment = since == null ? null : Ticks.toInstant(since);
        return new Look(moment, rows, ALL, Map.of(), false);
    }

    private static Look recalling(Map<PostId, Kind> recalls) {
        return new Look(null, rows(), ALL, recalls, false);
    }

    @Test
    void rowsThatTheMarkHasPassedAreNotMissed() {
        Look before = look(6L, rows(9, 7, 5));
        assertThat(look(8L, rows(9, 7)).isSameAs(before)).isTrue();
        assertThat(look(8L, rows(9)).isSameAs(before)).as("7 was removed").isFalse();
        assertThat(look(8L, rows(9, 8, 7)).isSameAs(before)).as("8 has come").isFalse();
    }

    @Test
    void withoutAMarkTheNewestRowsAreCompared() {
        assertThat(look(null, rows(9, 7)).isSameAs(look(null, rows(9, 7)))).isTrue();
        assertThat(look(null, rows(10, 9)).isSameAs(look(null, rows(9, 7)))).isFalse();
        assertThat(look(8L, rows(9, 7)).isSameAs(look(null, rows(9, 7)))).isTrue();
    }

    @Test
    void aRowThatSaysSomethingElseIsAnotherOne() {
        FeedItem edited = rows(9).getFirst().whole(Content.of("b"));
        assertThat(look(null, List.of(edited)).isSameAs(look(null, rows(9)))).isFalse();
    }

    @Test
    void whoIsHiddenCounts() {
        Look muted = new Look(null, rows(9), new ReaderState(Set.of(user("ann")), false, null), Map.of(), false);
        assertThat(muted.isSameAs(look(null, rows(9)))).isFalse();
        Look rebuilding = new Look(null, rows(9), new ReaderState(Set.of(), true, null), Map.of(), false);
        assertThat(rebuilding.isSameAs(look(null, rows(9)))).isFalse();
    }

    @Test
    void aRecallCountsAndItsEndDoesNot() {
        Map<PostId, Kind> narrowed = Map.of(id(1), Kind.NARROWED);
        assertThat(recalling(narrowed).isSameAs(recalling(Map.of()))).isFalse();
        assertThat(recalling(narrowed).isSameAs(recalling(narrowed))).isTrue();
        assertThat(recalling(Map.of(id(1), Kind.RETRACTED)).isSameAs(recalling(narrowed)))
                .isFalse();
        assertThat(recalling(Map.of()).isSameAs(recalling(narrowed))).isTrue();
    }

    @Test
    void withStaleRecallsNothingIsKnown() {
        Look stale = new Look(null, rows(9), ALL, Map.of(), true);
        assertThat(stale.isSameAs(look(null, rows(9)))).isFalse();
    }
}
