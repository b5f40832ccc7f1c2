package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What authors' feeds say of posts, and since which change: each read by itself, strongly consistent. */
record Truths(FeedStore feeds) {

    /** By where it stands. */
    Map<ItemKey, Truth> of(Stream<ItemKey> sources) {
        return sources.distinct().collect(Collectors.toMap(Function.identity(), this::of));
    }

    private Truth of(ItemKey source) {
        return feeds.truth(Objects.requireNonNull(source.feed().writer()), source.post());
    }
}
