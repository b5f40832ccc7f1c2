package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.key.KeyRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/**
 * Several partitions read as if they were one, in the order of their sort keys, none of which is in two of them. All are asked at once, each for
 * its share and a little more, and again only where that was not enough: a page costs about what it would cost in one partition. Used once.
 */
public final class MergedQuery {
    private static final int QUERIES_AT_ONCE = 16;

    private final List<Source> sources;
    private final Comparator<Source> order;
    private final int limit;

    /**
     * Takes queries of one order that begin behind the same sort key.
     *
     * @param limit so many rows at most, from 1
     */
    public MergedQuery(Dynamo dynamo, List<? extends RowQuery> queries, int limit) {
        int share = share(limit, queries.size());
        this.sources = queries.stream()
                .map(query -> new Source(dynamo, query.limit(share)))
                .toList();
        Comparator<Source> ascending = Comparator.comparing(Source::key, KeyRange::compare);
        this.order = queries.stream().allMatch(RowQuery::ascending) ? ascending : ascending.reversed();
        this.limit = limit;
    }

    /** What one of several partitions hardly ever exceeds of so many rows, if these are spread at random. */
    static int share(int limit, int partitions) {
        double mean = (double) limit / partitions;
        return (int) Math.min(limit, Math.ceil(mean + 2 * Math.sqrt(mean)));
    }

    /** The next rows; fewer than the limit only at the end. */
    public RowPage page() {
        List<Source> asked = sources.stream()
                .gather(Gatherers.mapConcurrent(QUERIES_AT_ONCE, Source::asked))
                .toList();
        List<Row> rows = new ArrayList<>();
        String last = null;
        Optional<Source> next = asked.stream().filter(Source::hasRow).min(order);
        while (rows.size() < limit && next.isPresent()) {
            last = next.get().key();
            rows.add(next.get().take());
            next = asked.stream().filter(Source::hasRow).min(order);
        }
        return new RowPage(rows, next.isPresent() ? last : null, units());
    }

    private double units() {
        return sources.stream().mapToDouble(source -> source.units).sum();
    }

    /** One partition's rows, read as they are needed. */
    private static final class Source {
        private final Dynamo dynamo;
        private final String sortKey;
        private final Deque<Row> read = new ArrayDeque<>();
        private @Nullable RowQuery rest;
        private double units;

        Source(Dynamo dynamo, RowQuery query) {
            this.dynamo = dynamo;
            this.rest = query;
            this.sortKey = query.sortKey();
        }

        /** This, once it has a row or came to its end. */
        Source asked() {
            while (read.isEmpty() && rest != null) {
                RowPage page = dynamo.query(rest);
                read.addAll(page.rows());
                units += page.units();
                rest = page.next() == null ? null : rest.behind(page.rows().getLast());
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
