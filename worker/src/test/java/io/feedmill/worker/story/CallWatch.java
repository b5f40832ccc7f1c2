package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches what becomes of calls in the database. The model changes when the first write of a call is carried out, also if that is after the call. A call without a write
 * is judged by what the model said at any of its steps.
 */
final class CallWatch implements Faults {
    private static final ThreadLocal<OngoingCall> ONGOING = new ThreadLocal<>();

    private final Faults faults;
    private final FeedModel model;
    private final MemoryStores stores;
    private final Clock clock;

    CallWatch(Faults faults, FeedModel model, MemoryStores stores, Clock clock) {
        this.faults = faults;
        this.model = model;
        this.stores = stores;
        this.clock = clock;
    }

    /**
     * Returns a call that begins.
     *
     * @param tick which its write must not be far behind; null: any
     * @param applied runs when its write is carried out
     */
    OngoingCall call(Event event, @Nullable Instant tick, Runnable applied) {
        return new OngoingCall(event, tick, applied);
    }

    final class OngoingCall {
        private final Event event;
        private final @Nullable Instant tick;
        private final Runnable whenApplied;
        private boolean refused;
        private boolean unchanged;
        private boolean applied;
        private @Nullable Long version;

        private OngoingCall(Event event, @Nullable Instant tick, Runnable whenApplied) {
            this.event = event;
            this.tick = tick;
            this.whenApplied = whenApplied;
        }

        <T> T run(Supplier<T> stores) {
            ONGOING.set(this);
            try {
                return stores.get();
            } finally {
                ONGOING.remove();
            }
        }

        void assertStored() {
            assertThat(applied || unchanged).as("stored: " + event).isTrue();
        }

        void assertRefused() {
            assertThat(!applied && refused).as("refused: " + event).isTrue();
        }

        void assertNotApplied() {
            assertThat(applied).as("stored: " + event).isFalse();
        }

        private void before() {
            refused |= !model.accepts(event);
            unchanged |= model.has(event);
            version = stores.version();
        }

        private boolean isTooLate() {
            return tick != null && clock.instant().isAfter(tick.plus(DynamoClients.LONGEST_CALL));
        }

        private void after() {
            if (version != null) {
                appliedSince(version);
            }
            version = null;
        }

        private void land(Runnable write) {
            long before = stores.version();
            write.run();
            appliedSince(before);
        }

        private void appliedSince(long before) {
            if (!applied && before != stores.version()) {
                applied = true;
                assertThat(model.apply(event)).as("accepted: " + event).isTrue();
                whenApplied.run();
            }
        }
    }

    @Override
    public Fault before(Call call) {
        Fault fault = faults.before(call);
        OngoingCall now = ONGOING.get();
        if (now == null) {
            return fault;
        }
        now.before();
        if (now.isTooLate() && !call.operation().isRead()) {
            return new Fault.Refused(Errors.noAnswer());
        }
        return fault instanceof Fault.AppliedLater late
                ? new Fault.AppliedLater(late.failure(), write -> late.later().accept(() -> now.land(write)))
                : fault;
    }

    @Override
    public void after(Call call, @Nullable RuntimeException failure) {
        OngoingCall now = ONGOING.get();
        if (now != null) {
            now.after();
        }
        faults.after(call, failure);
    }
}
