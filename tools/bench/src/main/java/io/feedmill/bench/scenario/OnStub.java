package io.feedmill.bench.scenario;

import io.feedmill.bench.stack.CpuClock;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.InstantStore;
import io.feedmill.bench.stub.StoreOptions;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Feedmill on a store whose feeds take no time but what the options say. */
record OnStub(Emulators emulators, InstantStore store, FeedmillStack stack) implements AutoCloseable {

    /** Starts so many workers, with these variables of their environment. */
    static OnStub start(
            Setting setting, UnaryOperator<StoreOptions> options, int workers, Map<String, String> variables) {
        Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
        try {
            return start(emulators, emulators.stub(options), setting, workers, variables);
        } catch (RuntimeException e) {
            emulators.close();
            throw e;
        }
    }

    private static OnStub start(
            Emulators emulators, InstantStore store, Setting setting, int workers, Map<String, String> variables) {
        try {
            Endpoints endpoints = emulators.endpoints().withStore(store.endpoint());
            return new OnStub(
                    emulators, store, FeedmillStack.start(emulators, endpoints, workers, variables, setting.screen()));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Of the store, and of the queues beside it. */
    Endpoints endpoints() {
        return emulators.endpoints().withStore(store.endpoint());
    }

    /** Delivers the posts. The store's time is the stub's: it keeps nothing. */
    Feedmill feedmill(String name, Posts posts) {
        return new Feedmill(
                name,
                new FanOut(stack.client()),
                posts,
                stack.workersCpu(),
                CpuClock.of(store.process().pid()));
    }

    @Override
    public void close() {
        try (emulators;
                store;
                stack) {
            // Workers first, then what they stand on.
        }
    }
}
