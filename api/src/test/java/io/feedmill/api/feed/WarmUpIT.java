package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.feedmill.api.FakeApi;
import io.feedmill.api.StartedApi;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** A process reads before it says that it is ready. */
class WarmUpIT {
    @Test
    void readsFeedsBeforeTheProcessIsReadyAndWritesNothing() {
        AtomicInteger tokens = new AtomicInteger();
        JwtDecoder decoder = token -> {
            tokens.incrementAndGet();
            throw new BadJwtException("unsigned");
        };
        try (ConfigurableApplicationContext context = StartedApi.start(FakeApi.class)) {
            FeedReader reader = context.getBean(FeedReader.class);
            assertThat(context.getBeansOfType(ApplicationRunner.class).values())
                    .filteredOn(WarmUp.class::isInstance)
                    .hasSize(1);
            assertThatNoException()
                    .isThrownBy(() -> new WarmUp(reader, decoder).run(new DefaultApplicationArguments()));
            assertNothingIsWritten(context);
        }
        assertThat(tokens).hasValue(40);
    }

    private static void assertNothingIsWritten(ConfigurableApplicationContext context) {
        MemoryStores stores = context.getBean(MemoryStores.class);
        UserId user = new UserId("warm-up");
        assertThat(stores.feeds()
                        .page(FeedName.author(user), PageRequest.first(1))
                        .items())
                .isEmpty();
        assertThat(stores.follows().followers(user, null, 1).items()).isEmpty();
        assertThat(context.getBean(MemoryQueue.class).sent()).isEmpty();
    }
}
