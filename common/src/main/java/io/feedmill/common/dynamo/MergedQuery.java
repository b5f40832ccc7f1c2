package io.feedmill.common.dynamo;

import io.feedmill.common.key.KeyRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several partitions read as if they were one, ascending by their sort keys, none of which is in two of them. Each is asked for its share and a
 * little more, and for more only where that was not enough: a page costs about what it would cost in one partition. Used once.
 */
public final class MergedQuery {
    private final List<Source> sources;
    private final int limit;

    /**
     * Takes queries that begin behind the same sort key.
     *
     * @param limit so many rows at most, from 1
     */
    public MergedQuery(Dynamo dynamo, List<PartitionQuery> queries, int limit) {
        int share = share(limit, queries.size());
        this.sources = queries.stream()
                .map(query -> new Source(dynamo, query.limit(share)))
                .toList();
        this.limit = limit;
    }

    /** What one of several partitions hardly ever exceeds of so many rows, if these are spread at random. */
    static int share(int limit, int partitions) {
        double mean = (double) limit / partitions;
        return (int) Math.min(limit, Math.ceil(mean + 2 * Math.sqrt(mean)));
    }

    /** The next rows; fewer than the limit only at the end. */
    public RowPage page() {
        List<Row> rows = new ArrayList<>();
        while (rows.size() < limit) {
            Optional<Source> least = sources.stream()
                    .filter(Source::hasRow)
                    .min(Comparator.comparing(source -> source.first().sk(), KeyRange::compare));
            if (least.isEmpty()) {
                return new RowPage(rows, null, units());
            }
            rows.add(least.get().take());
        }
        boolean more = sources.stream().anyMatch(Source::hasRow);
        return new RowPage(rows, more ? rows.getLast().sk() : null, units());
    }

    private double units() {
        return sources.stream().mapToDouble(source -> source.units).sum();
    }

    /** One partition's rows, read as they are needed. */
    private static final class Source {
        private final Dynamo dynamo;
        private final Deque<Row> read = new ArrayDeque<>();
        private @Nullable PartitionQuery rest;
        private double units;

        Source(Dynamo dynamo, PartitionQuery query) {
            this.dynamo = dynamo;
            this.rest = query;
        }

        boolean hasRow() {
            while (read.isEmpty() && rest != null) {
                RowPage page = dynamo.query(rest);
                read.addAll(page.rows());
                units += page.units();
                rest = page.next() == null ? null : rest.after(page.next());
            }
            return !read.isEmpty();
        }

        Row first() {
            return read.getFirst();
        }

        Row take() {
            return read.removeFirst();
        }
    }
}
