package io.feedmill.testkit;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.place.PlaceRows;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.ChangeResult.Refused;
import io.feedmill.common.publish.PostStore.Document;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.publish.PostStore.VersionPage;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.FakeTables.FeedRow;
import io.feedmill.testkit.FakeTables.Request;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

record FakePostStore(FakeTables tables) implements PostStore {
    private static final Duration TOMBSTONE_MARGIN = Duration.ofDays(30);

    @Override
    public PublishResult publish(Post post, @Nullable String idempotencyKey) {
        synchronized (tables) {
            KeyedRequest keyed = idempotencyKey == null ? null : KeyedRequest.of(post, idempotencyKey);
            Request earlier = keyed == null ? null : tables.earlier(keyed);
            if (keyed != null && earlier != null) {
                return earlier.body().equals(keyed.body())
                        ? new PublishResult.Replayed((Post) earlier.answer())
                        : new PublishResult.KeyReused();
            }
            write(post);
            if (keyed != null) {
                tables.remember(keyed, post);
            }
            return new PublishResult.Published(post, List.of(Plan.of(JobId.of(post.id()), post.author())));
        }
    }

    private void write(Post post) {
        if (tables.posts.containsKey(post.id())) {
            throw new IllegalStateException("there is a post " + post.id());
        }
        tables.put(post);
        FeedItem item = FeedItem.of(post, Via.SELF);
        tables.feed(FeedName.author(post.author())).put(post.id().feedKey(), FeedRow.of(item));
        tables.feed(FeedName.home(post.author()))
                .put(post.id().feedKey(), FeedRow.of(HomeItem.of(item, post.author())));
        place(post);
        tables.accept(post);
    }

    private void place(Post post) {
        Place place = post.place();
        if (place != null) {
            String key = PlaceRows.sortKey(place, post.id());
            tables.places(place.country()).put(key, new PlacedPost(place, post.id(), post.author()));
        }
    }

    @Override
    public ChangeResult change(Post read, Change change, JobId job) {
        synchronized (tables) {
            Post post = tables.posts.get(read.id());
            FeedRow truth =
                    tables.feed(FeedName.author(read.author())).get(read.id().feedKey());
            if (post == null || truth == null) {
                return Refused.GONE;
            }
            if (change.unedited() && post.version() != read.version()) {
                return Refused.STALE;
            }
            boolean shown =
                    !tables.isOutlived(FeedName.home(post.author()), post.id().feedKey());
            boolean spreads = change instanceof Change.Retract || (shown && post.mode() == Mode.PUSH);
            if ((spreads && isTooSoon(truth, change, job)) || isOfOtherReaders(post, read, change)) {
                return Refused.TOO_SOON;
            }
            write(post, truth, change, spreads ? job : null, shown);
            if (change instanceof Change.Permissions permit && permit.widens(read)) {
                tables.readableFrom.put(post.id(), post.version());
            }
            if (!spreads) {
                return new ChangeResult.Stored();
            }
            tables.accept(job, post, change.cause());
            change.recall(post).ifPresent(recall -> {
                tables.recalls.put(post.id(), recall);
                tables.notices.add(new Notice.OfPost(recall, job));
            });
            return new ChangeResult.Accepted(List.of(Plan.of(job, post.author())));
        }
    }

    private static boolean isTooSoon(FeedRow truth, Change change, JobId job) {
        JobId last = truth.change();
        return last != null
                && Math.abs(job.tick() - last.tick()) < change.interval().toNanos();
    }

    private static boolean isOfOtherReaders(Post post, Post read, Change change) {
        return change instanceof Change.Permissions permit
                && !permit.widens(read)
                && !post.audience().equals(read.audience());
    }

    private void write(Post post, FeedRow truth, Change change, @Nullable JobId job, boolean shown) {
        switch (change) {
            case Change.Edit edit -> edit(post.edited(edit.content()), truth, job, shown);
            case Change.Permissions permit -> permit(post, truth, permit.audience(), job);
            case Change.Retract retract -> retract(post, truth, Objects.requireNonNull(job));
        }
    }

    private void edit(Post next, FeedRow truth, @Nullable JobId job, boolean shown) {
        tables.put(next);
        FeedItem item = FeedItem.of(next, Via.SELF);
        replaceTruth(next, truth.with(item.with(truth.item().audience()), job == null ? truth.change() : job));
        if (shown) {
            tables.feed(FeedName.home(next.author()))
                    .put(next.id().feedKey(), FeedRow.of(HomeItem.of(item, next.author())));
        }
    }

    private void permit(Post post, FeedRow truth, Audience audience, @Nullable JobId job) {
        tables.posts.put(post.id(), post.with(audience));
        replaceTruth(post, truth.with(truth.item().with(audience), job == null ? truth.change() : job));
    }

    private void retract(Post post, FeedRow truth, JobId job) {
        tables.posts.remove(post.id());
        tables.retracted.put(post.id(), post.author());
        replaceTruth(
                post,
                new FeedRow(
                        truth.item(),
                        true,
                        tables.now().plus(tables.feedRetention).plus(TOMBSTONE_MARGIN),
                        job));
        tables.feed(FeedName.home(post.author())).remove(post.id().feedKey());
        tables.ledger.add(
                new LedgerEntry.Retracted(post.id(), post.author(), tables.now().truncatedTo(ChronoUnit.SECONDS)));
    }

    private void replaceTruth(Post post, FeedRow row) {
        tables.feed(FeedName.author(post.author())).put(post.id().feedKey(), row);
    }

    @Override
    public Optional<UserId> author(PostId id) {
        return Optional.ofNullable(tables.posts.get(id))
                .map(Post::author)
                .or(() -> Optional.ofNullable(tables.retracted.get(id)));
    }

    @Override
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        Map<VersionId, Content> found = new HashMap<>();
        for (VersionId id : versions) {
            Version version = tables.versions(id.post()).get(id.version());
            if (version != null) {
                found.put(id, version.content());
            }
        }
        return found;
    }

    @Override
    public Optional<Document> document(PostId id) {
        Post post = tables.posts.get(id);
        return Optional.ofNullable(post)
                .map(p -> new Document(
                        p,
                        tables.metadata.getOrDefault(id, Collections.emptySortedMap()),
                        tables.readableFrom.getOrDefault(id, 1L)));
    }

    @Override
    public boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited) {
        Post newest = tables.posts.get(post.id());
        boolean stands = newest != null && !(unedited && newest.version() != post.version());
        if (stands) {
            tables.metadata.put(post.id(), Collections.unmodifiableSortedMap(new TreeMap<>(metadata)));
        }
        return stands;
    }

    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        NavigableMap<Long, Version> rest = tables.versions(id).tailMap(after == null ? 0 : after, false);
        List<Version> shown = rest.values().stream().limit(limit).toList();
        return new VersionPage(shown, rest.size() > limit ? shown.getLast().number() : null);
    }

    @Override
    public Optional<Version> version(PostId id, long number) {
        return Optional.ofNullable(tables.versions(id).get(number));
    }

    @Override
    public boolean erase(PostId id, Deadline deadline) {
        if (tables.retracted.containsKey(id)) {
            if (!deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT)) {
                return false;
            }
            tables.versions(id).clear();
            tables.metadata.remove(id);
            tables.removePlace(id);
        }
        return true;
    }
}
