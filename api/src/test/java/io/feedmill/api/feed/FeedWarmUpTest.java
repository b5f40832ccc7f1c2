package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.storage.StorageException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.springframework.boot.DefaultApplicationArguments;

class FeedWarmUpTest {
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void readsPages() {
        warmUp(read -> true);
        assertThat(reads).hasValue(FeedWarmUp.READS);
    }

    @Test
    void endsWithTheFirstFailureAndLetsTheProcessStart() {
        warmUp(read -> read < 3);
        assertThat(reads).hasValue(3);
    }

    private void warmUp(IntPredicate succeeds) {
        new FeedWarmUp(store(succeeds)).run(new DefaultApplicationArguments());
    }

    /** A store that has only pages. */
    private FeedStore store(IntPredicate succeeds) {
        return (FeedStore) Proxy.newProxyInstance(
                FeedStore.class.getClassLoader(), new Class<?>[] {FeedStore.class}, (store, call, arguments) -> {
                    assertThat(call.getName()).isEqualTo("page");
                    if (succeeds.test(reads.incrementAndGet())) {
                        return new FeedPage(List.of(), null);
                    }
                    throw new StorageException(StorageException.Kind.TRANSIENT, "no answer");
                });
    }
}
