package io.feedmill.testkit;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.Refusals;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate.Lane;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.UserId;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store of feeds that refuses writes of home feeds as a test says, without the waits of a real store's. Thread-safe. */
final class HomeWrites implements InvocationHandler {
    private final FeedStore store;
    private final Set<Lane> lanes = EnumSet.noneOf(Lane.class);
    private final Set<UserId> refused = new HashSet<>();
    private int room = Integer.MAX_VALUE;
    private @Nullable Runnable afterWrite;

    HomeWrites(FeedStore store) {
        this.store = store;
    }

    synchronized Set<Lane> lanes() {
        return Set.copyOf(lanes);
    }

    synchronized void throttleAfter(int rows) {
        room = rows;
    }

    synchronized void refuse(Collection<UserId> users) {
        refused.clear();
        refused.addAll(users);
    }

    synchronized void afterWrite(Runnable action) {
        afterWrite = action;
    }

    /** The writes and their options are the last arguments of each method that writes. */
    @Override
    public Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getReturnType() != BatchResult.class) {
            return call(method, arguments);
        }
        List<?> writes = (List<?>) arguments[1];
        WriteOptions options = (WriteOptions) arguments[2];
        if (isFree()) {
            enter(options.lane());
            return call(method, arguments);
        }
        List<Integer> putOff = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            Decision decision = decide(writes.get(i), options);
            if (decision == Decision.END) {
                return new BatchResult(i, false, putOff, false, true);
            }
            if (decision == Decision.PUT_OFF) {
                putOff.add(i);
                continue;
            }
            BatchResult one = (BatchResult) call(method, new Object[] {arguments[0], List.of(writes.get(i)), options});
            if (one.complete()) {
                enter(options.lane());
                written();
            }
            if (!one.complete() || !options.deadline().hasRoomFor(Duration.ZERO)) {
                return new BatchResult(i, false, putOff, one.complete() || one.late(), one.refused());
            }
        }
        return new BatchResult(writes.size(), putOff.isEmpty(), putOff, false);
    }

    private Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private synchronized boolean isFree() {
        return room == Integer.MAX_VALUE && refused.isEmpty() && afterWrite == null;
    }

    private synchronized void enter(Lane lane) {
        lanes.add(lane);
    }

    private enum Decision {
        WRITE,
        PUT_OFF,
        END
    }

    private synchronized Decision decide(Object write, WriteOptions options) {
        boolean isRefused = refused.contains(write);
        if (room == 0 || (isRefused && options.refusals() == Refusals.RETRY)) {
            return Decision.END;
        }
        return isRefused ? Decision.PUT_OFF : Decision.WRITE;
    }

    private void written() {
        Runnable action;
        synchronized (this) {
            room = room == Integer.MAX_VALUE ? room : room - 1;
            action = afterWrite;
        }
        if (action != null) {
            action.run();
        }
    }
}
