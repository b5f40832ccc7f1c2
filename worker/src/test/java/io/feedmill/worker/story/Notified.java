package io.feedmill.worker.story;

import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore.Cause;
import io.feedmill.worker.notification.Causes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The actors of the groups that refreshes make, each with the tick of the event, but nothing else of them. */
public final class Notified implements Causes.Refresh {
    private final Map<NotificationKey, SortedMap<UserId, Long>> groups = new HashMap<>();
    private int refreshes;

    @Override
    public void of(NotificationKey key, Set<UserId> actors, Cause cause) {
        refreshes++;
        Map<UserId, Long> standing = cause.standing(actors);
        SortedMap<UserId, Long> group = groups.computeIfAbsent(key, any -> new TreeMap<>());
        group.keySet().removeAll(actors);
        group.putAll(standing);
        group.remove(key.user());
    }

    /** The actors of a user's group by id. */
    public Map<String, Long> actors(String user, String kind, Object object) {
        Map<String, Long> actors = new TreeMap<>();
        groups.getOrDefault(new NotificationKey(new UserId(user), kind, object.toString()), new TreeMap<>())
                .forEach((actor, tick) -> actors.put(actor.value(), tick));
        return actors;
    }

    /** The number of refreshes so far. */
    public int refreshes() {
        return refreshes;
    }
}
