package io.feedmill.api.http;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.Optional;
import java.util.function.IntConsumer;

/** What a call costs its caller beyond one call of the limit: known while it works. Also what other threads do for it counts. Thread-safe. */
public final class Charge {
    private static final ContextKey<Charge> KEY = ContextKey.named("charge");

    /** Queries that count as a call. */
    private static final int QUERIES = 10;

    private final IntConsumer counter;
    private int queries;

    private Charge(IntConsumer counter) {
        this.counter = counter;
    }

    /** Returns the context of a call that this counts. */
    public static Context of(IntConsumer counter) {
        return Context.current().with(KEY, new Charge(counter));
    }

    /** Counts further calls against the limit of the call in progress, if it has one. The caller may owe them. */
    public static void calls(int further) {
        current().filter(charge -> further > 0).ifPresent(charge -> charge.count(further));
    }

    /** Counts a Query: ten are in a call, and each ten more are one more call. */
    public static void query() {
        current().ifPresent(Charge::countQuery);
    }

    private static Optional<Charge> current() {
        return Optional.ofNullable(Context.current().get(KEY));
    }

    private synchronized void count(int further) {
        counter.accept(further);
    }

    private synchronized void countQuery() {
        if (queries > 0 && queries % QUERIES == 0) {
            counter.accept(1);
        }
        queries++;
    }
}
