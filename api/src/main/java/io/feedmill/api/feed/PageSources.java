package io.feedmill.api.feed;

import io.feedmill.api.feed.PageSource.Head;
import io.feedmill.api.feed.ReturningReaders.HomeView;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Gives a page of a home feed its sources: the home feed, the feeds of authors on read, and in the gap of a return those of all authors. */
@Component
public record PageSources(OnReadAuthors onRead, Heads heads, FollowCopies follows, ReturningReaders returns) {
    /** What a page is merged from, and the authors on read among it; {@code complete} if none is left out. */
    record Sources(List<PageSource> all, HomeView visit, Set<UserId> authors, boolean complete) {}

    /** Returns the sources of a page, for which the home feed has {@code first}; lowers {@code left}, the number of feeds that may be read. */
    Sources of(UserId reader, ReaderState view, PageRequest request, FeedPage first, boolean seen, AtomicInteger left) {
        HomeView visit = returns.visit(reader, view, request.after(), first, seen);
        List<PageSource> all = new ArrayList<>(home(reader, request, first, visit));
        KeyRange gap = visit.merged();
        if (gap != null) {
            visit.authors().stream()
                    .filter(author -> !view.hidden().contains(author))
                    .map(author -> PageSource.gap(author, gap, author.equals(reader) ? Via.SELF : Via.FOLLOW))
                    .forEach(all::add);
        }
        if (onRead.isEmpty()) {
            return new Sources(all, visit, Set.of(), true);
        }
        List<OnReadAuthor> listed = onRead.sourcesOf(follows.of(reader, view.moved())).stream()
                .filter(entry ->
                        !entry.author().equals(reader) && !view.hidden().contains(entry.author()))
                .toList();
        int ofGap = all.size(); // those feeds are read, and no other one instead
        left.addAndGet(-ofGap);
        Map<UserId, FeedPage> newest =
                heads.of(listed.stream().map(OnReadAuthor::author).toList(), left);
        left.addAndGet(ofGap);
        listed.stream()
                .flatMap(entry ->
                        Stream.ofNullable(newest.get(entry.author())).map(head -> PageSource.onRead(entry, head)))
                .forEach(all::add);
        return new Sources(all, visit, Set.copyOf(newest.keySet()), newest.size() == listed.size());
    }

    /** The rows of the home feed, without those in a gap of which the authors' feeds tell. */
    private static List<PageSource> home(UserId reader, PageRequest request, FeedPage first, HomeView visit) {
        Head head = new Head(request.after(), first);
        KeyRange gap = visit.merged();
        if (gap == null) {
            return List.of(PageSource.home(reader, null, request.limit(), head));
        }
        KeyRange newer = FeedKey.range(FeedKey.tickOf(gap.first()) + 1, Long.MAX_VALUE);
        KeyRange older = FeedKey.range(0, FeedKey.tickOf(gap.last()));
        return List.of(
                PageSource.home(reader, newer, request.limit(), head),
                PageSource.home(reader, older, request.limit(), head));
    }
}
