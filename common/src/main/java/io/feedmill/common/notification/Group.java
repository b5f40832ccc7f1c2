package io.feedmill.common.notification;

import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification.Actor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a group tells, whenever it was written.
 *
 * @param newest the tick of the newest event; {@link #NONE} is older than all
 * @param actors newest first: up to {@value #MAX_ACTORS}, in up to {@value #MAX_BYTES} bytes
 * @param leftOut the newest actor who did not fit, ever; null: none. Older ones stay out, so that it does not matter in which order actors come
 */
record Group(
        long newest,
        List<Actor> actors,
        @Nullable Actor leftOut,
        @Nullable String data) {
    static final int MAX_ACTORS = 20;
    static final int MAX_BYTES = 1_024;
    static final Comparator<Actor> NEWEST_FIRST =
            Comparator.comparingLong(Actor::tick).reversed().thenComparing(Actor::user);

    /** A group that is not there. */
    static final Group NONE = new Group(-1, List.of(), null, null);

    /** A tick in digits. */
    private static final int TICK_BYTES = 19;

    Group {
        actors = List.copyOf(actors);
    }

    /** In line with its cause: of these actors, exactly those are in it whose event stands. */
    Group refreshed(Set<UserId> these, Map<UserId, Long> standing) {
        Stream<Actor> others = actors.stream().filter(actor -> !these.contains(actor.user()));
        Stream<Actor> current = standing.entrySet().stream().map(each -> new Actor(each.getKey(), each.getValue()));
        long latest = standing.isEmpty() ? newest : Math.max(newest, Collections.max(standing.values()));
        return fitting(
                latest, Stream.concat(others, current).sorted(NEWEST_FIRST).toList());
    }

    /** With one more event. The data of the newest one counts. */
    Group with(@Nullable UserId actor, @Nullable String told, long tick) {
        boolean known = actors.stream().anyMatch(each -> each.user().equals(actor) && each.tick() >= tick);
        Map<UserId, Long> event = actor == null || known ? Map.of() : Map.of(actor, tick);
        Group group = refreshed(event.keySet(), event);
        return tick <= newest ? group : new Group(tick, group.actors, group.leftOut, told);
    }

    private Group fitting(long latest, List<Actor> sorted) {
        List<Actor> fitting = new ArrayList<>();
        int bytes = 0;
        for (Actor actor : sorted) {
            bytes += actor.user().value().length() + TICK_BYTES;
            if (leftOut != null && NEWEST_FIRST.compare(leftOut, actor) <= 0) {
                return new Group(latest, fitting, leftOut, data);
            }
            if (fitting.size() == MAX_ACTORS || bytes > MAX_BYTES) {
                return new Group(latest, fitting, actor, data);
            }
            fitting.add(actor);
        }
        return new Group(latest, fitting, leftOut, data);
    }
}
