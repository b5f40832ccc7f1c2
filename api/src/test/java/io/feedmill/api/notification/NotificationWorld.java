package io.feedmill.api.notification;

import static io.feedmill.testkit.Users.user;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.feed.FullTexts;
import io.feedmill.api.feed.PagesOf;
import io.feedmill.api.notification.NotificationPages.NotificationResponse;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Position;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Notifications of Ann over tables in memory. */
final class NotificationWorld {
    static final UserId ANN = user("ann");

    final SettableClock clock = new SettableClock();
    final MemoryStores stores = new MemoryStores(clock);
    final NotificationStore store = stores.get(NotificationStore.class);
    final NotificationPages pages = pages();

    private NotificationPages pages() {
        ReadAccess access = new ReadAccess(PagesOf.truths(stores, clock), stores.follows(), stores.readers());
        return new NotificationPages(
                store,
                new VisibleNotifications(
                        store, stores.readers(), stores.feeds(), access, stores.follows(), stores.counters()),
                new FullTexts(stores.posts()),
                stores.counters(),
                new SideBySide(16));
    }

    long tick() {
        clock.advance(Duration.ofSeconds(2));
        return Ticks.ofInstant(clock.instant());
    }

    Post publish(String author, Audience audience, String text, UserId... mentioned) {
        Content content = new Content(text, null, new TreeSet<>(Set.of(mentioned)));
        PostId id = new PostId(tick(), "11111111111");
        Post post = new Post(id, user(author), content, 1, null, audience, Mode.PUSH);
        stores.posts().publish(post, null);
        return post;
    }

    /** Refreshes the group, as if the events of these users stood. */
    void refresh(String kind, String object, String... actors) {
        long tick = tick();
        Set<UserId> all = Stream.of(actors).map(UserId::new).collect(Collectors.toSet());
        store.refresh(
                new NotificationKey(ANN, kind, object),
                all,
                asked -> asked.stream().collect(Collectors.toMap(actor -> actor, actor -> tick)));
    }

    void react(Post post, String... users) {
        Stream.of(users).forEach(name -> stores.counters().add(new ReactionKey(post.id(), "like", user(name))));
        refresh(NotificationKey.REACTION, post.id().value(), users);
    }

    /** A post that mentions Ann. */
    Post mention(String author, Audience audience) {
        Post post = publish(author, audience, "hello", ANN);
        refresh(NotificationKey.MENTION, post.id().value(), author);
        return post;
    }

    /** The event of a service. */
    void add(String kind, @Nullable String actor) {
        store.add(new NotificationKey(ANN, kind, "1"), actor == null ? null : user(actor), null, tick());
    }

    Page<NotificationResponse, Position> page(@Nullable Position after, int limit) {
        tick();
        return pages.page(ANN, after, limit);
    }

    List<NotificationResponse> all() {
        return walk(100);
    }

    List<NotificationResponse> walk(int limit) {
        List<NotificationResponse> all = new ArrayList<>();
        Position next = null;
        do {
            Page<NotificationResponse, Position> page = page(next, limit);
            all.addAll(page.items());
            next = page.next();
        } while (next != null);
        return all;
    }

    /** Returns the actors of each group that is shown, by kind and object. */
    Map<String, List<String>> shown() {
        return all().stream()
                .collect(Collectors.toMap(item -> item.kind() + " " + item.object(), NotificationResponse::actors));
    }
}
