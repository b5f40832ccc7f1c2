package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Auditor.AuditRun;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks what messages bring up to date within seconds: actors of notifications, and counts of posts. A suspect is a finding if it stays for the margin. */
record RefreshedRows(AuditRun run) {
    /** The maximum that an audit keeps before it looks at them again. */
    static final int MAX_SUSPECTS = 10_000;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /** Returns the actors whose reaction or follow is gone. Pages leave out other events that are gone, which nothing removes. */
    Stream<Finding> ofGroup(Notification group) {
        Set<UserId> actors = group.actors().stream().map(Actor::user).collect(Collectors.toSet());
        return cause(group.key()).stream()
                .map(cause -> cause.standing(actors).keySet())
                .flatMap(standing -> actors.stream().filter(actor -> !standing.contains(actor)))
                .filter(actor -> !hasOpenUnfollow(group.key(), actor))
                .map(actor -> Finding.goneActor(group.key(), actor));
    }

    private boolean hasOpenUnfollow(NotificationKey group, UserId actor) {
        Follow pair = new Follow(actor, group.user());
        return group.kind().equals(NotificationKey.FOLLOW)
                && !run.stores().readers().unfollows(Set.of(pair)).isEmpty();
    }

    private Optional<Cause> cause(NotificationKey group) {
        return switch (group.kind()) {
            case NotificationKey.REACTION ->
                Optional.of(actors -> run.stores().counters().reacted(PostId.parse(group.object()), actors));
            case NotificationKey.FOLLOW ->
                Optional.of(actors -> run.stores().follows().followersAmong(group.user(), actors));
            default -> Optional.empty();
        };
    }

    /** Returns the finding if the counts of the post differ from their shards. */
    Stream<Finding> ofCounts(PostId post) {
        CounterStore counters = run.stores().counters();
        PostCounters row = counters.counts(Set.of(post)).getOrDefault(post, PostCounters.ZERO);
        PostCounters sums = counters.post(post);
        boolean equal = row.views() == sums.views() && row.reactions().equals(sums.reactions());
        return equal ? Stream.of() : Stream.of(Finding.staleCounts(post, row, sums));
    }

    /** Looks again until the margin has passed, and reports the suspects that are as they were. */
    void confirm(List<Finding> suspects) {
        Instant end = run.clock().instant().plus(run.options().guarantee().margin());
        List<Finding> left = unchanged(suspects);
        for (Duration pause = FIRST_PAUSE;
                !left.isEmpty() && run.clock().instant().isBefore(end); ) {
            run.stores().timing().sleeper().sleep(pause);
            pause = pause.multipliedBy(2);
            left = unchanged(left);
        }
        left.forEach(found -> {
            run.results().found(found);
            repair(found);
        });
    }

    private List<Finding> unchanged(List<Finding> suspects) {
        return suspects.stream()
                .filter(suspect -> again(suspect).anyMatch(suspect::equals))
                .toList();
    }

    private Stream<Finding> again(Finding suspect) {
        return suspect.kind() == Finding.Kind.STALE_COUNTS
                ? ofCounts(suspect.postId())
                : run.stores().notifications().find(suspect.group()).stream().flatMap(this::ofGroup);
    }

    private void repair(Finding found) {
        if (!run.options().repairs().missing()) {
            return;
        }
        if (found.kind() == Finding.Kind.STALE_COUNTS) {
            run.stores().counters().recount(found.postId());
        } else {
            NotificationKey group = found.group();
            cause(group).ifPresent(cause -> run.stores().notifications().refresh(group, Set.of(found.actor()), cause));
        }
    }
}
