package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.AuthorFeedRows;
import io.feedmill.common.feed.AuthorFeedRows.HomeFeedUpdate;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.outbox.OpenWork.NewWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.post.AudienceRows;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep.Part;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Posts, metadata and versions, in the table {@code posts}, and what is written with them. All reads are strongly consistent. Thread-safe. */
@Component
public record PostStore(
        Dynamo dynamo,
        BatchWriter writer,
        FeedRows feeds,
        List<PostStep> steps,
        List<JobStep> jobSteps,
        RecallRows recalls,
        TableSettings tables,
        Clock clock) {
    private static final int PAGE = 100;

    /**
     * Writes the post, the author's two feed items, the fan-out job, its outbox row and what each {@link PostStep} adds, in one transaction. The job of
     * a post on read that mentions nobody is complete with it, and counted. A request whose idempotency key, 1 to 255 ASCII characters if there is one,
     * was answered within the last 24 hours writes nothing. No two pushed posts share a row of the transaction, so they never conflict; those on read
     * share counters.
     */
    public PublishResult publish(Post post, @Nullable String idempotencyKey) {
        KeyedRequest keyed = idempotencyKey == null ? null : KeyedRequest.of(post, idempotencyKey);
        List<Part> parts = steps.stream().map(step -> step.published(post)).toList();
        Part begun = begin(JobId.of(post.id()), post, Cause.PUBLICATION, parts);
        FeedItem item = FeedItem.of(post, Via.SELF);
        List<TransactWriteItem> writes = new ArrayList<>();
        PostRows.rows(post).forEach(row -> writes.add(dynamo.put(PostRows.TABLE, row)));
        Attributes truth =
                feeds.authorRow(item).users(Content.MENTIONS, post.content().mentions());
        writes.add(dynamo.put(FeedRows.AUTHORS, truth));
        writes.add(dynamo.put(FeedRows.HOMES, feeds.homeRow(post.author(), item)));
        writes.addAll(begun.writes());
        parts.forEach(part -> writes.addAll(part.writes()));
        if (keyed != null) {
            writes.add(keyed.put(dynamo, post.id().value(), clock.instant()));
        }
        return switch (dynamo.brief().transact(writes)) {
            case TransactionResult.Committed committed -> new PublishResult.Published(post, messages(begun));
            case TransactionResult.ConditionFailed lost ->
                Objects.requireNonNull(keyed)
                        .made(lost)
                        .<PublishResult>map(made -> new PublishResult.Replayed(post.as(PostId.parse(made))))
                        .orElseGet(PublishResult.KeyReused::new);
        };
    }

    /**
     * Changes the post, which was read just now, in the document and in its author's feed, which all writers of home feeds follow. Home feeds keep
     * their rows until the job that is accepted with the change is done. No home feed shows a post that is older than the retention, so that only a
     * retraction of it has a job, and an edit that mentions users: one without recipients. A change that takes the post from readers puts a recall in
     * the same transaction. Document and source of truth change in one transaction, so that they never disagree.
     */
    public ChangeResult change(Post post, Change change, JobId job) {
        Instant now = clock.instant();
        boolean shown = !feeds.isPastRetention(post.id(), now);
        boolean reachesHomes = change instanceof Change.Retract || (shown && post.mode() == Mode.PUSH);
        Post next = change instanceof Change.Edit edit ? post.edited(edit.content()) : post;
        boolean hasJob = reachesHomes
                || (change instanceof Change.Edit && !next.content().mentions().isEmpty());
        HomeFeedUpdate homes = hasJob ? new HomeFeedUpdate(job, change.interval()) : null;
        List<Part> parts = steps.stream()
                .flatMap(step -> change instanceof Change.Retract
                        ? Stream.of(step.changed(post, job), step.retracted(post, job, now))
                        : Stream.of(step.changed(post, job)))
                .toList();
        List<TransactWriteItem> writes = new ArrayList<>(
                switch (change) {
                    case Change.Edit edit -> edit(post, next, homes, shown);
                    case Change.Permissions permit -> permit(post, permit, homes);
                    case Change.Retract retract -> retract(post, retract, job);
                });
        parts.forEach(part -> writes.addAll(part.writes()));
        change.recall(post)
                .filter(recall -> reachesHomes)
                .ifPresent(recall -> recalls.rows(new ChangeNotice.OfPost(recall, job))
                        .forEach(row -> writes.add(dynamo.put(RecallRows.TABLE, row))));
        Part begun = hasJob ? begin(job, reachesHomes ? next : next.onRead(), change.cause(), parts) : Part.NONE;
        writes.addAll(begun.writes());
        return switch (dynamo.brief().transact(writes)) {
            case TransactionResult.Committed committed ->
                hasJob ? new ChangeResult.Accepted(messages(begun)) : new ChangeResult.Stored();
            case TransactionResult.ConditionFailed lost -> refusal(post, change, lost.current());
        };
    }

    /** The rows of the job and of all work that begins. The job of a new post on read is complete if nobody is mentioned: it has no recipients. */
    private Part begin(JobId job, Post post, Cause cause, List<Part> parts) {
        NewWork plan = Plan.begin(job, post.author(), tables.outboxShards());
        boolean complete = cause == Cause.PUBLICATION
                && post.mode() == Mode.ON_READ
                && post.content().mentions().isEmpty();
        List<NewWork> work = new ArrayList<>(complete ? List.of() : List.of(plan));
        parts.forEach(part -> work.addAll(part.work()));
        int shard = plan.work().shard();
        List<TransactWriteItem> writes = new ArrayList<>();
        if (complete) {
            Attributes row = JobRows.complete(post, shard, clock.instant());
            writes.add(dynamo.put(JobRows.TABLE, row));
            Job born = JobRows.job(new Row(row));
            jobSteps.forEach(step -> writes.addAll(step.closed(born)));
        } else {
            JobRows.accepted(job, post, cause, shard).forEach(row -> writes.add(dynamo.put(JobRows.TABLE, row)));
        }
        work.forEach(begun -> writes.add(dynamo.put(OutboxRows.TABLE, OutboxRows.row(begun.work()))));
        return new Part(writes, work);
    }

    private static List<QueueMessage> messages(Part begun) {
        return begun.work().stream().map(NewWork::message).toList();
    }

    private List<TransactWriteItem> edit(Post post, Post next, @Nullable HomeFeedUpdate homes, boolean shown) {
        FeedItem item = FeedItem.of(next, Via.SELF);
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.write(PostRows.edit(next)));
        writes.add(dynamo.write(AuthorFeedRows.edit(next, homes)));
        writes.add(dynamo.put(PostRows.TABLE, PostRows.replaced(post)));
        if (shown) {
            writes.add(dynamo.put(FeedRows.HOMES, feeds.homeRow(next.author(), item)));
        }
        return writes;
    }

    /** Any list may exclude readers whom the permissions of this moment admit, and admit others. */
    private List<TransactWriteItem> permit(Post post, Change.Permissions permit, @Nullable HomeFeedUpdate homes) {
        TransactWriteItem permissions = PostRows.permit(dynamo, post.id(), permit.audience());
        Update truth = AuthorFeedRows.permit(post, permit.audience(), permit.unedited(), homes);
        return permit.widens(post)
                ? List.of(permissions, dynamo.write(truth), dynamo.write(PostRows.hideVersions(post.id())))
                : List.of(permissions, dynamo.write(AudienceRows.onlyOf(post.audience(), truth)));
    }

    private List<TransactWriteItem> retract(Post post, Change.Retract retract, JobId job) {
        return List.of(
                dynamo.write(PostRows.retract(post)),
                AuthorFeedRows.retract(dynamo, post, retract.unedited(), job),
                dynamo.deletion(FeedRows.HOMES, FeedRows.key(FeedName.home(post.author()), post.id())));
    }

    private static ChangeResult refusal(Post post, Change change, @Nullable Row row) {
        if (row == null || AuthorFeedRows.isGone(row) || PostRows.isRetracted(row)) {
            return RefusedChange.RETRACTED;
        }
        boolean stale = PostRows.isNewest(row) || (change.unedited() && !AuthorFeedRows.isOf(post.version(), row));
        return stale ? RefusedChange.STALE : RefusedChange.TOO_SOON;
    }

    /** The author of the post, also if it was retracted; empty if it was never published. */
    public Optional<UserId> author(PostId id) {
        return PostRows.author(dynamo.query(PostRows.newest(id)).rows());
    }

    /** Where these posts come from, also retracted ones, in their order; without those that were never published. By two calls for 100, which read no text. */
    public Map<PostId, Origin> origins(List<PostId> posts) {
        Map<PostId, Place> places = new HashMap<>();
        dynamo.getAll(PostRows.TABLE, posts.stream().map(PostRows::metadataKey)).stream()
                .forEach(head -> Optional.ofNullable(PostRows.place(head))
                        .ifPresent(place -> places.put(PostId.parse(head.pk()), place)));
        SortedMap<PostId, Origin> origins = new TreeMap<>(Comparator.comparingInt(posts::indexOf));
        dynamo.getAll(JobRows.TABLE, posts.stream().map(post -> JobRows.jobKey(JobId.of(post)))).stream()
                .map(JobRows::job)
                .filter(Job::publishes)
                .forEach(job -> origins.put(job.post(), new Origin(job.author(), places.get(job.post()))));
        return origins;
    }

    /**
     * What these versions say; without the absent ones. Up to 100. Those that are not the newest ones any more are read after it: an edit writes both
     * at once.
     */
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        Map<VersionId, Content> found = new HashMap<>();
        add(found, versions.stream().map(VersionId::post).distinct().map(PostRows::newestKey));
        add(
                found,
                versions.stream()
                        .filter(id -> !found.containsKey(id))
                        .map(id -> PostRows.versionKey(id.post(), id.version())));
        found.keySet().retainAll(Set.copyOf(versions));
        return found;
    }

    private void add(Map<VersionId, Content> found, Stream<Attributes> keys) {
        dynamo.getAll(PostRows.TABLE, keys).forEach(row -> found.put(PostRows.versionId(row), PostRows.content(row)));
    }

    /** The post with its metadata, by one Query: no older version lies between them; empty if it is absent or retracted. */
    public Optional<Document> document(PostId id) {
        List<Row> rows = dynamo.query(PostRows.newest(id)).rows();
        return PostRows.post(rows)
                .map(post ->
                        new Document(post, PostRows.metadata(rows.getFirst()), PostRows.readableFrom(rows.getLast())));
    }

    /**
     * Replaces all metadata of the post; false if it is absent or retracted, or if {@code unedited} and its newest version is not that of the given
     * post. A post has its newest version until it is erased, and is marked before. So the read stays true. A second attempt meets the same condition:
     * it does not depend on what the first may have written.
     */
    public boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited) {
        Update update = PostRows.putMetadata(post.id(), metadata);
        return unedited
                ? dynamo.commit(List.of(dynamo.write(update), PostRows.isUnedited(dynamo, post)))
                : newest(post.id()).isPresent() && dynamo.update(update) instanceof UpdateResult.Updated;
    }

    private Optional<Version> newest(PostId id) {
        return dynamo.get(PostRows.TABLE, PostRows.newestKey(id)).map(PostRows::version);
    }

    /**
     * Up to this number of versions of the post after one (null: from the first), by two reads: without a hole and a repetition also beside edits;
     * empty if it is absent. A page may have fewer before the end. The newest version comes first, and says which others are earlier: whatever edits
     * follow, all these exist by then, and none is it.
     */
    public Page<Version, Long> versions(PostId id, @Nullable Long after, int limit) {
        long last = after == null ? 0 : after;
        return newest(id)
                .filter(newest -> newest.number() > last)
                .map(newest -> versions(id, last, newest, limit))
                .orElse(new Page<>(List.of(), null));
    }

    private Page<Version, Long> versions(PostId id, long after, Version newest, int limit) {
        List<Version> page = new ArrayList<>();
        if (newest.number() > after + 1) {
            PartitionQuery earlier = PartitionQuery.of(PostRows.TABLE, id.value())
                    .between(VersionKey.of(after + 1), VersionKey.of(newest.number() - 1))
                    .limit(limit);
            page.addAll(dynamo.query(earlier).map(PostRows::version));
        }
        long last = page.isEmpty() ? after : page.getLast().number();
        if (page.size() < limit && newest.number() == last + 1) {
            page.add(newest);
            return new Page<>(page, null);
        }
        boolean erased = page.isEmpty();
        return new Page<>(page, erased ? null : Long.valueOf(last));
    }

    /** A version of the post; empty if it is absent, or the post retracted. */
    public Optional<Version> version(PostId id, long number) {
        return newest(id)
                .filter(newest -> newest.number() >= number)
                .flatMap(newest -> newest.number() == number
                        ? Optional.of(newest)
                        : dynamo.get(PostRows.TABLE, PostRows.versionKey(id, number))
                                .map(PostRows::version));
    }

    /**
     * Deletes all rows of a retracted post and that of its place, but for its bare metadata, which says that it is retracted. Repeatable. Does
     * nothing if the post is not retracted. Returns false if the deadline came first: the next call continues. The metadata names the place, so it is
     * changed last: another attempt finds it.
     */
    public boolean erase(PostId id, Deadline deadline) {
        Optional<Row> head =
                dynamo.get(PostRows.TABLE, PostRows.metadataKey(id)).filter(PostRows::isRetracted);
        if (head.isEmpty()) {
            return true;
        }
        Place place = PostRows.place(head.get());
        steps.forEach(step -> step.erase(id, place));
        if (!eraseVersions(id, WriteOptions.bulk(deadline))) {
            return false;
        }
        dynamo.update(PostRows.eraseMetadata(id));
        return true;
    }

    /** Each page is read after the one before is deleted: another attempt finds less. */
    private boolean eraseVersions(PostId id, WriteOptions options) {
        PartitionQuery page =
                PartitionQuery.of(PostRows.TABLE, id.value()).sortKeys().limit(PAGE);
        while (options.allowAnotherCall()) {
            List<Attributes> keys = dynamo.queryAll(page).rows().stream()
                    .filter(row -> !PostRows.isMetadata(row))
                    .map(row -> Attributes.key(id.value(), row.sk()))
                    .toList();
            if (keys.isEmpty()) {
                return true;
            }
            if (!writer.write(PostRows.TABLE, keys, BatchWriter::delete, options)
                    .complete()) {
                return false;
            }
        }
        return false;
    }

    /** The newest version of the post; empty if it is absent or retracted. */
    public Optional<Post> find(PostId id) {
        return document(id).map(Document::post);
    }

    @Bean
    static Feature postFeature() {
        return Feature.of(KeyedRequest.TABLE, PostRows.TABLE);
    }

    public sealed interface PublishResult {

        /** The post is stored, its author sees it, and its job is accepted or complete. The caller sends the first messages of what begins. */
        record Published(Post post, List<QueueMessage> messages) implements PublishResult {}

        /** The same request was answered before, with this post. Nothing was written. */
        record Replayed(Post post) implements PublishResult {}

        /** The idempotency key belongs to a request with another body. Nothing was written. */
        record KeyReused() implements PublishResult {}
    }

    public sealed interface ChangeResult {

        /** The post is changed, and the job is accepted. The caller sends the first messages of the work that begins. */
        record Accepted(List<QueueMessage> messages) implements ChangeResult {}

        /** The post is changed. No home feed shows it, and it mentions nobody, so there is no job. */
        record Stored() implements ChangeResult {}

        /** Nothing was written. */
        enum RefusedChange implements ChangeResult {
            /** The post was retracted, or never existed. */
            RETRACTED,
            /** The post has another version by now. */
            STALE,
            /** The last change of the post was less than the interval ago, or changed its readers since it was read. */
            TOO_SOON
        }
    }

    /** Who wrote a post, and its place; null: none. */
    public record Origin(UserId author, @Nullable Place place) {}

    public record VersionId(PostId post, long version) {}

    /** A post, its metadata, and the first version that others than its author may read: that of the last change that admitted new readers. */
    public record Document(Post post, SortedMap<String, String> metadata, long readableFrom) {}

    public record Version(long number, Content content) {}
}
