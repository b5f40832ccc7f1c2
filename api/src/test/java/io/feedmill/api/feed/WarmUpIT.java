package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.feedmill.api.ApiTest;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** A process reads before it says that it is ready. */
@ApiTest
record WarmUpIT(WarmUp warmUp, MemoryStores stores, MemoryQueue queue) {
    @Test
    void readsFeedsBeforeTheProcessIsReadyAndWritesNothing() {
        AtomicInteger tokens = new AtomicInteger();
        JwtDecoder decoder = token -> {
            tokens.incrementAndGet();
            throw new BadJwtException("unsigned");
        };
        assertThat(warmUp).isInstanceOf(ApplicationRunner.class);
        assertThatNoException()
                .isThrownBy(() ->
                        new WarmUp(warmUp.homes(), warmUp.authors(), decoder).run(new DefaultApplicationArguments()));
        assertThat(tokens).hasValue(40);
        UserId user = new UserId("warm-up");
        assertThat(stores.feeds()
                        .page(FeedName.author(user), PageRequest.first(1))
                        .items())
                .isEmpty();
        assertThat(stores.follows().followers(user, null, 1).items()).isEmpty();
        assertThat(queue.sent()).extracting(sent -> sent.message().author()).doesNotContain(user);
    }
}
