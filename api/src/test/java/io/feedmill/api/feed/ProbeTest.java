package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.HomePages.Probe;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.follow.ReaderStore.Moved;
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

class ProbeTest {
    private static final ReaderState ALL = new ReaderState(Set.of(), false, null, new Moved(0, 0));

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private static List<FeedItem> rows(long... ticks) {
        return LongStream.of(ticks)
                .mapToObj(tick -> FeedItem.of(Posts.of(id(tick), user("ann"), "a"), Via.FOLLOW))
                .toList();
    }

    private static Probe probe(@Nullable Long since, List<FeedItem> rows) {
        Instant moment = since == null ? null : Ticks.toInstant(since);
        return new Probe(moment, rows, ALL, Map.of());
    }

    private static Probe recalling(Map<PostId, Kind> recalls) {
        return new Probe(null, rows(), ALL, recalls);
    }

    @Test
    void rowsThatTheMarkHasPassedAreNotMissed() {
        Probe before = probe(6L, rows(9, 7, 5));
        assertThat(probe(8L, rows(9, 7)).isSameAs(before)).isTrue();
        assertThat(probe(8L, rows(9)).isSameAs(before)).as("7 was removed").isFalse();
        assertThat(probe(8L, rows(9, 8, 7)).isSameAs(before)).as("8 has come").isFalse();
    }

    @Test
    void withoutAMarkTheNewestRowsAreCompared() {
        assertThat(probe(null, rows(9, 7)).isSameAs(probe(null, rows(9, 7)))).isTrue();
        assertThat(probe(null, rows(10, 9)).isSameAs(probe(null, rows(9, 7)))).isFalse();
        assertThat(probe(8L, rows(9, 7)).isSameAs(probe(null, rows(9, 7)))).isTrue();
    }

    @Test
    void aRowThatSaysSomethingElseIsAnotherOne() {
        FeedItem edited = rows(9).getFirst().whole(Content.of("b"));
        assertThat(probe(null, List.of(edited)).isSameAs(probe(null, rows(9)))).isFalse();
    }

    @Test
    void whoIsHiddenCounts() {
        Probe muted =
                new Probe(null, rows(9), new ReaderState(Set.of(user("ann")), false, null, new Moved(0, 0)), Map.of());
        assertThat(muted.isSameAs(probe(null, rows(9)))).isFalse();
        Probe rebuilding = new Probe(null, rows(9), new ReaderState(Set.of(), true, null, new Moved(0, 0)), Map.of());
        assertThat(rebuilding.isSameAs(probe(null, rows(9)))).isFalse();
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
    void aFollowCounts() {
        Probe followed = new Probe(null, rows(9), new ReaderState(Set.of(), false, null, new Moved(7, 0)), Map.of());
        assertThat(followed.isSameAs(probe(null, rows(9)))).isFalse();
    }
}
