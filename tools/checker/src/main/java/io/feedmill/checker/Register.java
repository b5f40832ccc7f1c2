package io.feedmill.checker;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A value and all writes that may have changed it. It answers what a read may see: a value is impossible only if another write surely came after it and
 * surely was over before the read began.
 */
final class Register<V> {
    static final long NEVER = Long.MAX_VALUE;

    /** A write of a call; one that is not sure may have happened at any time from its begin to its end, or never. */
    record Write<V>(V value, Op op, boolean sure) {
        long begin() {
            return op.begin();
        }

        long end() {
            return op.end();
        }
    }

    private final Set<V> initial;
    private final List<Write<V>> writes = new ArrayList<>();

    Register(V initial) {
        this(Set.of(initial));
    }

    Register(Set<V> initial) {
        this.initial = initial;
    }

    void write(V value, Op op) {
        write(value, op, op.sure());
    }

    void write(V value, Op op, boolean sure) {
        if (op.possible()) {
            writes.add(new Write<>(value, op, sure && op.sure()));
        }
    }

    /** Returns this register as it was without a call. */
    Register<V> without(Op op) {
        Register<V> others = new Register<>(initial);
        writes.stream().filter(write -> write.op() != op).forEach(others.writes::add);
        return others;
    }

    List<Write<V>> writes() {
        return writes;
    }

    /** Returns what a read may see; writes of other processes may be unseen for the slack. */
    Set<V> possible(Read read, long slack) {
        long over = Long.MIN_VALUE;
        for (Write<V> write : writes) {
            if (write.sure() && write.end() < read.sees(write.op().call().process(), slack)) {
                over = Math.max(over, write.begin());
            }
        }
        Set<V> values = new LinkedHashSet<>();
        if (over == Long.MIN_VALUE) {
            values.addAll(initial);
        }
        for (Write<V> write : writes) {
            if (write.begin() <= read.end() && write.end() >= over) {
                values.add(write.value());
            }
        }
        return values;
    }

    boolean may(V value, Read read, long slack) {
        return possible(read, slack).contains(value);
    }

    boolean must(V value, Read read, long slack) {
        Set<V> values = possible(read, slack);
        return values.size() == 1 && values.contains(value);
    }

    /** Returns the end of the latest write before {@code to} after which the value may not have been so; {@link Long#MIN_VALUE}: none. */
    long lastOther(Predicate<V> so, long to) {
        long last = Long.MIN_VALUE;
        for (Write<V> write : writes) {
            if (!so.test(write.value()) && write.begin() <= to) {
                last = Math.max(last, write.end());
            }
        }
        return last;
    }

    /** Returns since when the value has surely been so at {@code to}; {@link #NEVER} if it may be otherwise. */
    long since(Predicate<V> so, long to) {
        long other = lastOther(so, to);
        if (other == Long.MIN_VALUE && initial.stream().allMatch(so)) {
            return Long.MIN_VALUE;
        }
        long since = NEVER;
        for (Write<V> write : writes) {
            if (write.sure() && so.test(write.value()) && write.begin() > other && write.end() <= to) {
                since = Math.min(since, write.end());
            }
        }
        return since;
    }

    /** Returns whether a write of another value may have happened in the time. */
    boolean changes(Predicate<V> so, long from, long to) {
        return writes.stream().anyMatch(write -> !so.test(write.value()) && write.begin() <= to && write.end() >= from);
    }
}
