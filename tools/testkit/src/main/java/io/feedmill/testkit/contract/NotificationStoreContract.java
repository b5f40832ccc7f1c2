package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Marks;
import io.feedmill.common.notification.NotificationStore.Position;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link NotificationStore}. */
public abstract class NotificationStoreContract extends Contract {
    private static final int MAX_ACTORS = 20;
    private static final int MAX_BYTES = 1_024;
    private static final int TICK = 19;

    private final NotificationStore notifications = stores.notifications();
    private final NotificationKey group = group("0");

    /** The events that stand, of the one group that has actors. */
    private final Map<UserId, Long> events = new ConcurrentHashMap<>();

    private NotificationKey group(String object) {
        return new NotificationKey(author, "like", object);
    }

    private Map<UserId, Long> standing(Set<UserId> actors) {
        Map<UserId, Long> standing = new HashMap<>(events);
        standing.keySet().retainAll(actors);
        return standing;
    }

    private void refresh(String... actors) {
        notifications.refresh(group, Set.copyOf(users(actors)), this::standing);
    }

    private void react(String actor, long tick) {
        events.put(user(actor), tick);
        refresh(actor);
    }

    private void retract(String actor) {
        events.remove(user(actor));
        refresh(actor);
    }

    /** News of a group, by a service. */
    private NotificationKey news(String object) {
        notifications.add(group(object), null, null, now());
        clock.advance(Duration.ofSeconds(1));
        return group(object);
    }

    private long now() {
        return Ticks.ofInstant(clock.instant());
    }

    private static Actor actor(String id, long tick) {
        return new Actor(user(id), tick);
    }

    private List<Notification> all() {
        return page(0, 100);
    }

    private List<Notification> page(long since, int limit) {
        return notifications.page(author, since, null, limit).items();
    }

    private Notification stored() {
        return all().stream()
                .filter(each -> each.key().equals(group))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aUserWithoutNotificationsHasNone() {
        refresh("ben");
        assertThat(notifications.page(author, 0, null, 10)).isEqualTo(new Page<>(List.of(), null));
        assertThat(notifications.marks(author)).isEqualTo(new Marks(0, 0));
        notifications.see(author, Long.MAX_VALUE);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(0, 0));
        assertThat(notifications.read(group)).isFalse();
    }

    @Test
    void aGroupHasThoseWhoseEventStandsNewestFirst() {
        react("dan", 7);
        react("ben", 5);
        react("cid", 7);
        assertThat(stored())
                .isEqualTo(new Notification(
                        group,
                        now(),
                        7,
                        List.of(actor("cid", 7), actor("dan", 7), actor("ben", 5)),
                        false,
                        false,
                        null));
        retract("cid");
        react("ben", 9);
        assertThat(stored().actors()).containsExactly(actor("ben", 9), actor("dan", 7));
    }

    @Test
    void onlyANewerEventMovesAt() {
        react("ben", 5);
        long first = now();
        clock.advance(Duration.ofSeconds(1));
        react("cid", 4);
        react("ben", 5);
        retract("cid");
        assertThat(stored().at()).isEqualTo(first);
        react("cid", 5);
        assertThat(stored().at()).isEqualTo(first);
        react("cid", 6);
        assertThat(stored().at()).isEqualTo(now());
        retract("cid");
        assertThat(stored().newest()).isEqualTo(6);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(now(), 0));
    }

    @Test
    void aGroupStaysWithoutActors() {
        react("ben", 5);
        retract("ben");
        assertThat(stored().actors()).isEmpty();
        assertThat(stored().more()).isFalse();
    }

    @Test
    void nobodyNotifiesOneself() {
        events.put(author, 9L);
        refresh(author.value());
        notifications.add(group, author, null, 10);
        assertThat(all()).isEmpty();
        events.put(user("ben"), 5L);
        refresh("ben", author.value());
        notifications.add(group, author, "{}", 10);
        assertThat(stored().actors()).containsExactly(actor("ben", 5));
        assertThat(stored().newest()).isEqualTo(5);
    }

    @Test
    void theNewestActorsStayAndMoreSaysThatThereWereOthers() {
        IntStream.rangeClosed(1, MAX_ACTORS).forEach(i -> react("u" + i, i));
        assertThat(stored().more()).isFalse();
        react("late", 0);
        assertThat(stored().more()).isTrue();
        react("next", 100);
        assertThat(stored().actors())
                .hasSize(MAX_ACTORS)
                .startsWith(actor("next", 100), actor("u20", 20))
                .endsWith(actor("u2", 2));
        retract("next");
        retract("late");
        assertThat(stored().actors()).hasSize(MAX_ACTORS - 1);
        assertThat(stored().more()).isTrue();
    }

    @Test
    void longIdsAreFewer() {
        List<UserId> users = users("u".repeat(58), 15);
        users.forEach(user -> react(user.value(), 1));
        assertThat(stored().actors()).extracting(Actor::user).isEqualTo(users.subList(0, MAX_BYTES / (64 + TICK)));
        assertThat(stored().more()).isTrue();
    }

    /** Of all whose event stands, in the order of a page, as many as fit. */
    private List<Actor> expected() {
        List<Actor> expected = new ArrayList<>();
        int bytes = 0;
        for (Actor actor : events.entrySet().stream()
                .map(event -> new Actor(event.getKey(), event.getValue()))
                .sorted(Comparator.comparingLong(Actor::tick).reversed().thenComparing(Actor::user))
                .toList()) {
            bytes += actor.user().value().length() + TICK;
            if (expected.size() == MAX_ACTORS || bytes > MAX_BYTES) {
                break;
            }
            expected.add(actor);
        }
        return expected;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8})
    void refreshesOfAnyOrderAndNumberEndTheSame(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            String id = "u" + i + "x".repeat(random.nextInt(61));
            events.put(user(id), (long) random.nextInt(30));
        }
        Set<UserId> left = new HashSet<>(events.keySet());
        while (!left.isEmpty()) {
            List<UserId> some = new ArrayList<>(events.keySet());
            Collections.shuffle(some, random);
            Set<UserId> batch = Set.copyOf(some.subList(0, 1 + random.nextInt(6)));
            notifications.refresh(group, batch, this::standing);
            left.removeAll(batch);
        }
        assertThat(stored().actors()).isEqualTo(expected());
        assertThat(stored().more()).isTrue();
        assertThat(stored().newest()).isEqualTo(Collections.max(events.values()));
    }

    /** The group is read before its cause: what a refresh saw of the cause counts only if nobody has written since. */
    @Test
    void aRefreshThatIsOvertakenReadsTheCauseAgain() {
        react("ben", 5);
        List<String> overtaking = new ArrayList<>(List.of("once"));
        events.put(user("ben"), 6L);
        notifications.refresh(group, Set.of(user("ben")), actors -> {
            Map<UserId, Long> seen = standing(actors);
            if (!overtaking.isEmpty()) {
                overtaking.clear();
                retract("ben");
                react("cid", 4);
            }
            return seen;
        });
        assertThat(stored().actors()).containsExactly(actor("cid", 4));
        assertThat(stored().newest()).isEqualTo(5);
    }

    @Test
    void concurrentRefreshesLoseNothing() {
        List<String> actors = IntStream.range(0, 12).mapToObj(i -> "racer" + i).toList();
        Race.of(actors.stream()
                .map(actor -> Executors.callable(() -> react(actor, 1 + actors.indexOf(actor) % 5)))
                .toList());
        assertThat(stored().actors())
                .extracting(each -> each.user().value())
                .containsExactlyInAnyOrderElementsOf(actors);
        assertThat(stored().newest()).isEqualTo(5);
    }

    @Test
    void aLaterGroupHasALaterAtWhateverTheClocksSay() {
        NotificationStore slow =
                new NotificationStore(notifications.dynamo(), Clock.offset(clock, Duration.ofMinutes(-40)));
        news("first");
        slow.add(group("second"), null, null, 1);
        slow.add(group("third"), null, null, 1);
        news("fourth");
        assertThat(all()).extracting(each -> each.key().object()).containsExactly("fourth", "third", "second", "first");
        assertThat(notifications.marks(author).newest())
                .isEqualTo(all().getFirst().at());
    }

    @Test
    void groupsOfOneMomentDifferInAt() {
        Race.of(IntStream.range(0, 8)
                .<Callable<Object>>mapToObj(
                        i -> Executors.callable(() -> notifications.add(group("g" + i), null, null, 1)))
                .toList());
        assertThat(all()).hasSize(8).extracting(Notification::at).doesNotHaveDuplicates();
        assertThat(notifications.marks(author).newest())
                .isEqualTo(all().getFirst().at());
    }

    @Test
    void whatIsSeenNeitherGoesBackNorBeyondWhatIsThere() {
        news("first");
        long first = all().getFirst().at();
        news("second");
        long second = all().getFirst().at();
        notifications.see(author, second);
        notifications.see(author, first);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(second, second));
        notifications.see(author, Long.MAX_VALUE);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(second, second));
        news("third");
        long third = all().getFirst().at();
        notifications.see(author, third - 1);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(third, third - 1));
        notifications.see(author, Long.MAX_VALUE);
        assertThat(notifications.marks(author)).isEqualTo(new Marks(third, third));
    }

    @Test
    void whatComesAfterALookIsUnseen() {
        NotificationStore slow =
                new NotificationStore(notifications.dynamo(), Clock.offset(clock, Duration.ofMinutes(-40)));
        news("first");
        notifications.see(author, now() + Duration.ofHours(1).toNanos());
        slow.add(group("second"), null, null, 1);
        assertThat(page(notifications.marks(author).seen(), 10))
                .extracting(each -> each.key().object())
                .containsExactly("second");
    }

    @Test
    void aGroupIsReadUntilItHasNews() {
        react("ben", 5);
        assertThat(notifications.read(group)).isTrue();
        assertThat(stored().read()).isTrue();
        react("cid", 4);
        assertThat(stored().read()).isTrue();
        react("dan", 6);
        assertThat(stored().read()).isFalse();
        assertThat(notifications.read(group)).isTrue();
        assertThat(notifications.read(group)).isTrue();
        assertThat(stored().read()).isTrue();
        assertThat(stored().actors()).hasSize(3);
        assertThat(notifications.read(group("other"))).isFalse();
        assertThat(all()).hasSize(1);
    }

    /** TTL deletes late. */
    @Test
    void aGroupExpiresNinetyDaysAfterItsNews() {
        react("ben", 5);
        notifications.add(group, null, "{}", 6);
        assertThat(notifications.read(group)).isTrue();
        clock.advance(Duration.ofDays(90).minusSeconds(1));
        react("cid", 4);
        assertThat(all()).hasSize(1);
        clock.advance(Duration.ofSeconds(2));
        assertThat(all()).isEmpty();
        assertThat(notifications.read(group)).isFalse();
        events.clear();
        refresh("ben");
        assertThat(all()).isEmpty();
        react("dan", 1);
        assertThat(all())
                .containsExactly(new Notification(group, now(), 1, List.of(actor("dan", 1)), false, false, null));
    }

    @Test
    void aWalkHasEveryGroupOnceButThoseThatMoveToTheFront() {
        List<NotificationKey> groups =
                IntStream.range(0, 10).mapToObj(i -> news("g" + i)).toList();
        List<NotificationKey> expected = new ArrayList<>(groups.reversed());
        expected.remove(group("g5"));
        List<Notification> walk = walk(3, (@Nullable Position after) -> {
            Page<Notification, Position> page = notifications.page(author, 0, after, 3);
            Stream.of("g5", "g9").forEach(this::news);
            return page;
        });
        assertThat(walk).extracting(Notification::key).isEqualTo(expected);
        assertThat(all()).extracting(Notification::key).startsWith(group("g9"), group("g5"), group("g8"));
    }

    @Test
    void thePagesOfAWalkEndWithTheLastGroup() {
        IntStream.range(0, 6).forEach(i -> news("g" + i));
        assertThat(walk(1, (@Nullable Position after) -> notifications.page(author, 0, after, 1)))
                .isEqualTo(all());
        assertThat(notifications.page(author, 0, null, 6).next()).isNull();
        Notification fifth = all().get(4);
        assertThat(notifications.page(author, 0, null, 5).next()).isEqualTo(new Position(fifth.at(), fifth.key()));
    }

    @Test
    void aPageSinceATickHasTheGroupsAfterIt() {
        IntStream.range(0, 6).forEach(i -> news("g" + i));
        List<Notification> all = all();
        long since = all.get(4).at();
        assertThat(page(since, 10)).isEqualTo(all.subList(0, 4));
        assertThat(page(since - 1, 10)).isEqualTo(all.subList(0, 5));
        assertThat(walk(2, (@Nullable Position after) -> notifications.page(author, since, after, 2)))
                .isEqualTo(all.subList(0, 4));
        assertThat(page(all.getFirst().at(), 10)).isEmpty();
    }

    @Test
    void aServicesEventsAddUpAndTheNewestDataCounts() {
        notifications.add(group, user("ben"), "{\"n\":1}", 5);
        notifications.add(group, user("cid"), "{\"n\":2}", 6);
        Notification second = stored();
        assertThat(second.actors()).containsExactly(actor("cid", 6), actor("ben", 5));
        assertThat(second.data()).isEqualTo("{\"n\":2}");
        notifications.add(group, user("cid"), "{\"n\":2}", 6);
        notifications.add(group, user("ben"), "{\"n\":1}", 5);
        assertThat(stored()).isEqualTo(second);
        notifications.add(group, user("cid"), "{\"n\":0}", 4);
        assertThat(stored()).isEqualTo(second);
        notifications.add(group, null, null, 7);
        assertThat(stored().data()).isNull();
        assertThat(stored().actors()).isEqualTo(second.actors());
        assertThat(stored().at()).isGreaterThan(second.at());
    }

    @Test
    void groupsDifferInUserKindAndObject() {
        UserId other = freshUser("bob");
        List<NotificationKey> groups = List.of(
                group("a"),
                group("a#b"),
                new NotificationKey(author, "like-a", ""),
                new NotificationKey(other, "like", "a"));
        groups.forEach(each -> notifications.add(each, null, each.object(), 1));
        assertThat(all())
                .extracting(Notification::key)
                .isEqualTo(groups.subList(0, 3).reversed());
        assertThat(notifications.page(other, 0, null, 10).items())
                .extracting(Notification::key)
                .isEqualTo(groups.subList(3, 4));
    }
}
