package io.feedmill.api.cursor;

import io.feedmill.api.http.Iso;
import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Callers;
import io.feedmill.common.storage.Page;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The page that a client asks for: an argument of controllers, from the query parameters {@code limit} (1 to 100, default 50) and {@code cursor}. */
public record PageQuery(
        Cursors cursors, String owner, int limit, @Nullable String cursor) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 100;

    /**
     * A page of a list, perhaps with few items or none. It has the cursor of the next page or, at the end, an {@code end}: {@link #COMPLETE}, or
     * {@link #TRIMMED} with the moment {@code since} which it has all items. The first page of a home feed has all posts until {@code completeUntil},
     * if that is known, and not while it is {@code rebuilding}. What is null is absent from the JSON.
     */
    public record ItemPage<T>(
            List<T> items,
            @Nullable String next,
            @Nullable String end,
            @Nullable String since,
            @Nullable Boolean rebuilding,
            @Nullable String completeUntil) {
        private static final String COMPLETE = "complete";
        private static final String TRIMMED = "trimmed";

        /** A page of a list whose end is that of all items. */
        public ItemPage(List<T> items, @Nullable String next) {
            this(items, next, next == null ? COMPLETE : null, null, null, null);
        }

        /** The last page of a list that has no items from before this moment. */
        public static <U> ItemPage<U> trimmed(List<U> items, Instant since) {
            return new ItemPage<>(items, null, TRIMMED, Iso.format(since), null, null);
        }

        /** The same page of a home feed that is being rebuilt, or has all posts until this moment; null: unknown. */
        public ItemPage<T> ofHome(boolean isRebuilding, @Nullable Instant until) {
            Boolean rebuilt = isRebuilding ? Boolean.TRUE : null;
            return new ItemPage<>(items, next, end, since, rebuilt, until == null ? null : Iso.format(until));
        }
    }

    public static PageQuery first(Cursors cursors, Caller caller) {
        return new PageQuery(cursors, caller.cursorOwner(), DEFAULT_LIMIT, null);
    }

    /** Returns the key after which the page begins, null for the first; throws 400 if the cursor is of another scope or caller. */
    public <K> @Nullable K after(CursorScope scope, Function<String, K> parser) {
        return cursors.position(scope.ownedBy(owner), cursor, parser);
    }

    /** Returns the answer; {@code next} is the position of the last item, null at the end of the list. */
    public <T, R> ItemPage<R> page(CursorScope scope, List<T> items, Function<T, R> response, @Nullable String next) {
        return new ItemPage<>(items.stream().map(response).toList(), cursors.issue(scope.ownedBy(owner), next));
    }

    public <T, R, K> ItemPage<R> page(
            CursorScope scope, Page<T, K> page, Function<T, R> response, Function<K, String> position) {
        K next = page.next();
        return page(scope, page.items(), response, next == null ? null : position.apply(next));
    }

    /** Returns the number from 1 to the maximum that a query parameter is; {@code absent} without it. Throws 400 for another one. */
    public static int number(@Nullable String text, String name, int absent, int max) {
        if (text == null) {
            return absent;
        }
        if (!text.matches("[1-9][0-9]{0,8}") || Integer.parseInt(text) > max) {
            throw ProblemException.invalidParameter("Invalid '" + name + "': use a number from 1 to " + max + ".");
        }
        return Integer.parseInt(text);
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<PageQuery> {
        Resolver(Cursors cursors) {
            super(
                    PageQuery.class,
                    request -> new PageQuery(
                            cursors,
                            Callers.of(request).cursorOwner(),
                            number(parameter(request, "limit"), "limit", DEFAULT_LIMIT, MAX_LIMIT),
                            parameter(request, "cursor")),
                    "limit",
                    "cursor");
        }
    }
}
