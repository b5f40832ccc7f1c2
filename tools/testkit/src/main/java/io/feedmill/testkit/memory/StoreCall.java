package io.feedmill.testkit.memory;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The method of a store that makes a call of the database: the outermost one on the thread's stack.
 *
 * @param store for instance {@code FollowStore}
 */
public record StoreCall(String store, String method) {
    private static final StackWalker STACK = StackWalker.getInstance();

    /**
     * Returns the method that makes the current call; empty outside of stores.
     *
     * @param end the first class whose frames, and those of its callers, do not count
     */
    public static Optional<StoreCall> current(Predicate<String> end) {
        return STACK.walk(frames -> frames.takeWhile(frame -> !end.test(frame.getClassName()))
                .map(frame -> of(frame.getClassName(), frame.getMethodName()))
                .filter(call -> call != null)
                .reduce((inner, outer) -> outer));
    }

    /** As {@link #current(Predicate)}, of the whole stack. */
    public static Optional<StoreCall> current() {
        return current(name -> false);
    }

    private static @Nullable StoreCall of(String type, String method) {
        if (!type.startsWith("io.feedmill.common.") || !type.endsWith("Store")) {
            return null;
        }
        return new StoreCall(type.substring(type.lastIndexOf('.') + 1).replaceFirst("^Dynamo", ""), method);
    }

    @Override
    public String toString() {
        return store + "." + method;
    }
}
