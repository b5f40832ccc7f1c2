package io.feedmill.bench.workload;

import java.util.stream.IntStream;

/**
 * Who follows an author: of all other users, ascending, the one of number {@code offset} and then every {@link #stride()}-th. Never the author.
 *
 * @param users of the network, numbered from 1
 * @param count fewer than there are users
 * @param offset from 0 to less than the stride
 */
public record Following(int users, int author, int count, int offset) {

    public Following {
        if (author < 1 || author > users || count < 0 || count >= users) {
            throw new IllegalArgumentException("%d followers of %d among %d".formatted(count, author, users));
        }
        if (offset < 0 || offset >= stride(users, count)) {
            throw new IllegalArgumentException("offset %d for %d of %d users".formatted(offset, count, users));
        }
    }

    /** As many as asked for, or all others where there are not as many; {@code seed} says which. */
    static Following draw(int users, int author, int count, long seed) {
        int possible = Math.min(count, users - 1);
        return new Following(users, author, possible, Math.floorMod(seed, stride(users, possible)));
    }

    private static int stride(int users, int count) {
        return Math.max(1, (users - 1) / Math.max(1, count));
    }

    /** How far they are apart among all other users. */
    public int stride() {
        return stride(users, count);
    }

    /** The follower of that index, from 0. */
    public int at(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(index);
        }
        int rank = offset + index * stride();
        return rank + 1 < author ? rank + 1 : rank + 2;
    }

    /** How many of them have a number below this one: the index of the first that has not, where a page begins. */
    public int below(int user) {
        int others = Math.max(0, user <= author ? user - 1 : user - 2);
        return Math.clamp(Math.ceilDiv(others - offset, stride()), 0, count);
    }

    public boolean contains(int user) {
        int index = below(user);
        return index < count && at(index) == user;
    }

    public IntStream all() {
        return IntStream.range(0, count).map(this::at);
    }
}
