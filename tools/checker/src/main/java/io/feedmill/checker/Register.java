package io.feedmill.checker;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A value and all writes that may have changed it. A read cannot see a value if another write surely came after it, and was over before the read began. */
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
        writes.stream().filter(write -> !write.op().isSame(op)).forEach(others.writes::add);
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

    /** Returns the end of the latest write before {@code to} after which the value may be another; {@link Long#MIN_VALUE}: none. */
    long lastOther(V value, long to) {
        return lastEnd(write -> !write.value().equals(value) && write.begin() <= to);
    }

    /** Returns the end of the latest write before {@code to}; {@link Long#MIN_VALUE}: none. */
    long last(long to) {
        return lastEnd(write -> write.begin() <= to);
    }

    private long lastEnd(Predicate<Write<V>> which) {
        return writes.stream().filter(which).mapToLong(Write::end).max().orElse(Long.MIN_VALUE);
    }

    /** Returns since when the value has surely been this one at {@code to}; {@link #NEVER} if it may be another. */
    long since(V value, long to) {
        long other = lastOther(value, to);
        if (other == Long.MIN_VALUE && initial.equals(Set.of(value))) {
            return Long.MIN_VALUE;
        }
        return writes.stream()
                .filter(write -> write.sure() && write.value().equals(value))
                .filter(write -> write.begin() > other && write.end() <= to)
                .mapToLong(Write::end)
                .min()
                .orElse(NEVER);
    }
}
