package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.key.KeyRange;
import io.opentelemetry.context.Context;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/**
 * A query of several partitions as one, in the order of their sort keys, which differ. Queries all at once, each for its share
 * and a little more, and again only if that was not enough: a page costs about as much as in one partition.
 */
public final class MergedQuery {
    private static final int QUERIES_AT_ONCE = 16;

    private MergedQuery() {}

    /** The share of the rows that one of several partitions rarely exceeds, if rows are spread at random. */
    static int share(int limit, int partitions) {
        double mean = (double) limit / partitions;
        return (int) Math.min(limit, Math.ceil(mean + 2 * Math.sqrt(mean)));
    }

    /**
     * Returns the first rows; fewer than the limit, which is at least 1, only at the end. The queries have one order, and begin after the same sort
     * key.
     */
    public static RowPage page(Dynamo dynamo, List<PartitionQuery> queries, int limit) {
        int share = share(limit, queries.size());
        Comparator<Source> ascending = Comparator.comparing(Source::key, KeyRange::compare);
        Comparator<Source> order =
                queries.stream().allMatch(PartitionQuery::ascending) ? ascending : ascending.reversed();
        List<Source> asked = queries.stream()
                .map(query -> new Source(dynamo, query.limit(share)))
                .gather(Gatherers.mapConcurrent(
                        QUERIES_AT_ONCE, Context.current().wrapFunction(Source::asked)))
                .toList();
        List<Row> rows = new ArrayList<>();
        String last = null;
        Optional<Source> next = asked.stream().filter(Source::hasRow).min(order);
        while (rows.size() < limit && next.isPresent()) {
            last = next.get().key();
            rows.add(next.get().take());
            next = asked.stream().filter(Source::hasRow).min(order);
        }
        double units = asked.stream().mapToDouble(source -> source.units).sum();
        return new RowPage(rows, next.isPresent() ? last : null, units);
    }

    /** The rows of one partition, read on demand. */
    private static final class Source {
        private final Dynamo dynamo;
        private final String sortKey;
        private final Deque<Row> read = new ArrayDeque<>();
        private @Nullable PartitionQuery rest;
        private double units;

        Source(Dynamo dynamo, PartitionQuery query) {
            this.dynamo = dynamo;
            this.rest = query;
            this.sortKey = query.sortKey();
        }

        /** This, once it has a row or is at its end. */
        Source asked() {
            while (read.isEmpty() && rest != null) {
                RowPage page = dynamo.query(rest);
                read.addAll(page.rows());
                units += page.units();
                rest = page.next() == null ? null : rest.after(page.rows().getLast());
            }
            return this;
        }

        boolean hasRow() {
            return !asked().read.isEmpty();
        }

        String key() {
            return read.getFirst().string(sortKey);
        }

        Row take() {
            return read.removeFirst();
        }
    }
}
