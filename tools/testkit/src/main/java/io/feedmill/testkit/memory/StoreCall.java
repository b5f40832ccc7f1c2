package io.feedmill.testkit.memory;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;

/** The method of a store, such as {@code FollowStore}, that makes a call of the database: the outermost one on the thread's stack. */
public record StoreCall(String store, String method) {
    private static final StackWalker STACK = StackWalker.getInstance();

    /** Returns the method that makes the current call, empty outside of stores. Frames of the end, a class, and of its callers do not count. */
    public static Optional<StoreCall> current(Predicate<String> end) {
        return STACK.walk(frames -> outermost(frames.iterator(), end))
                .map(frame -> new StoreCall(name(frame.getClassName()), frame.getMethodName()));
    }

    /** As {@link #current(Predicate)}, of the whole stack. */
    public static Optional<StoreCall> current() {
        return current(name -> false);
    }

    private static Optional<StackFrame> outermost(Iterator<StackFrame> frames, Predicate<String> end) {
        StackFrame found = null;
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            String type = frame.getClassName();
            if (end.test(type)) {
                break;
            }
            if (type.endsWith("Store") && type.startsWith("io.feedmill.common.")) {
                found = frame;
            }
        }
        return Optional.ofNullable(found);
    }

    private static String name(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    @Override
    public String toString() {
        return store + "." + method;
    }
}
