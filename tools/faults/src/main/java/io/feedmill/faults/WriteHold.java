package io.feedmill.faults;

import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Operations;
import java.io.IOException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** Forwards writes to DynamoDB, or holds them. Thread-safe. */
final class WriteHold {
    /** Fair: a hold begins although writes come without a pause. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);

    /** Sends a request to the target. */
    @FunctionalInterface
    interface Sending {
        HttpAnswer send() throws IOException;
    }

    /** Sends the request; a write waits while writes are held. */
    HttpAnswer send(ApiCall call, Sending request) throws IOException {
        if (!Operations.WRITES.contains(call.operation())) {
            return request.send();
        }
        lock.readLock().lock();
        try {
            return request.send();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Runs the action once the target has answered all writes; new ones wait for its end. */
    <T> T during(Supplier<T> action) {
        lock.writeLock().lock();
        try {
            return action.get();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
