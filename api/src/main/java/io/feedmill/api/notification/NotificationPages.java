package io.feedmill.api.notification;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feedmill.api.feed.FeedItemResponse;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.api.http.Charge;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.Iso;
import io.feedmill.api.live.Badge;
import io.feedmill.api.notification.VisibleNotifications.Visible;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Marks;
import io.feedmill.common.notification.NotificationStore.Position;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.SideBySide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads the pages of notifications, and by the same code the number of items that they mark as unseen. */
@Service
record NotificationPages(
        NotificationStore store,
        VisibleNotifications notifications,
        FullTexts texts,
        CounterStore counters,
        SideBySide sideBySide)
        implements Badge {
    /** The maximum that is counted. */
    private static final int MAX_UNSEEN = 100;

    /** Posts whose counts a call reads. Each as many more are one more call. */
    private static final int COUNTS_A_CALL = 10;

    /** A notification as clients see it. {@code post} is that of a reaction or mention; {@code counts}, of reactions, has all of the post by kind. */
    record NotificationResponse(
            String id,
            String kind,
            String object,
            @Nullable FeedItemResponse post,
            List<String> actors,
            boolean more,
            @Nullable SortedMap<String, Long> counts,
            String at,
            boolean seen,
            boolean read,
            @JsonRawValue @Nullable String data) {}

    /** The marks are read first: what comes meanwhile is not seen. */
    Page<NotificationResponse, Position> page(UserId user, @Nullable Position after, int limit) {
        Marks marks = store.marks(user);
        Page<Visible, Position> page = fitted(notifications.page(user, 0, after, limit));
        Map<PostId, SortedMap<String, Long>> counts = counts(page.items());
        return page.map(items -> items.map(item -> response(item, counts, marks)));
    }

    private static NotificationResponse response(
            Visible item, Map<PostId, SortedMap<String, Long>> counts, Marks marks) {
        Notification group = item.group();
        FeedItem post = item.post();
        boolean isReaction = group.key().kind().equals(NotificationKey.REACTION);
        return new NotificationResponse(
                group.key().id(),
                group.key().kind(),
                group.key().object(),
                post == null ? null : FeedItemResponse.of(post),
                item.actors().stream().map(UserId::value).toList(),
                group.more(),
                post != null && isReaction ? counts.getOrDefault(post.post(), new TreeMap<>()) : null,
                Iso.format(Ticks.toInstant(group.at())),
                group.at() <= marks.seen(),
                group.read(),
                ClientData.readable(group.data()));
    }

    /** Returns the page with whole posts, as far as it has room. */
    private Page<Visible, Position> fitted(Page<Visible, Position> page) {
        FullTexts.Fitted fitted = texts.of(page.items().stream()
                .flatMap(item -> Stream.ofNullable(item.post()))
                .toList());
        Map<PostId, FeedItem> whole =
                fitted.items().stream().collect(Collectors.toMap(FeedItem::post, Function.identity()));
        PostId last = fitted.full() ? fitted.items().getLast().post() : null;
        List<Visible> items = new ArrayList<>();
        for (Visible item : page.items()) {
            FeedItem post = item.post();
            FeedItem shown = post == null ? null : whole.get(post.post());
            if (post == null || shown != null) {
                items.add(new Visible(item.group(), item.actors(), shown));
            }
            if (post != null && post.post().equals(last)) {
                return new Page<>(items, item.position());
            }
        }
        return new Page<>(items, page.next());
    }

    private Map<PostId, SortedMap<String, Long>> counts(List<Visible> items) {
        List<PostId> posts = items.stream()
                .filter(item -> item.group().key().kind().equals(NotificationKey.REACTION))
                .flatMap(item -> Stream.ofNullable(item.post()))
                .map(FeedItem::post)
                .toList();
        Charge.calls(posts.size() / COUNTS_A_CALL);
        return counters.reactions(posts);
    }

    Unseen unseen(UserId user) {
        return unseen(user, store.marks(user));
    }

    private Unseen unseen(UserId user, Marks marks) {
        Page<Visible, Position> news = notifications.page(user, marks.seen(), null, MAX_UNSEEN);
        return new Unseen(news.items().size(), news.next() != null);
    }

    @Override
    public Counted count(UserId user, @Nullable Counted before) {
        return sideBySide.behind(() -> {
            Marks marks = store.marks(user);
            return before != null && before.marks().equals(marks) ? before : new Counted(unseen(user, marks), marks);
        });
    }
}
