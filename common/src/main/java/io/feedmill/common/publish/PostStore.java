package io.feedmill.common.publish;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.Deadline;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Posts, their metadata and their versions. Thread-safe. Every read is strongly consistent. */
public interface PostStore {

    /**
     * Writes the post, the author's two feed items, the fan-out job, its outbox row and what each {@link PostStep} adds, in one transaction. A
     * request whose idempotency key was answered within the last 24 hours writes nothing.
     *
     * @param post its first version
     * @param idempotencyKey the client's key of this request, 1 to 255 ASCII characters; null: none
     */
    PublishResult publish(Post post, @Nullable String idempotencyKey);

    /**
     * Changes the post, in the document and in its author's feed, which all writers of home feeds follow. Home feeds keep their rows until the job
     * that is accepted with the change is done. No home feed shows a post that is older than the retention, so that only a retraction of it has a
     * job. A change that takes the post from readers puts a recall in the same transaction.
     *
     * @param post as it was read just now
     * @param job the id of the job
     */
    ChangeResult change(Post post, Change change, JobId job);

    /** The newest version of the post; empty if it is absent or retracted. */
    default Optional<Post> find(PostId id) {
        return document(id).map(Document::post);
    }

    /** The author of the post, also if it was retracted; empty if it was never published. */
    Optional<UserId> author(PostId id);

    /** What these versions say; without the absent ones. Up to 100. */
    Map<VersionId, Content> contents(Collection<VersionId> versions);

    /** The post with its metadata, by one Query; empty if it is absent or retracted. */
    Optional<Document> document(PostId id);

    /**
     * Replaces all metadata of the post; false if it is absent or retracted.
     *
     * @param unedited only if the newest version is that of the given post; else false
     */
    boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited);

    /**
     * The versions of the post, by two reads: without a hole and a repetition also beside edits; empty if it is absent.
     *
     * @param after continues after this version; null: from the first
     * @param limit maximum of versions; a page may have fewer before the end
     */
    VersionPage versions(PostId id, @Nullable Long after, int limit);

    /** A version of the post; empty if it is absent, or the post retracted. */
    Optional<Version> version(PostId id, long number);

    /**
     * Deletes all rows of a retracted post and that of its place, but for its bare metadata, which says that it is retracted. Repeatable. Does
     * nothing if the post is not retracted. Returns false if the deadline came first: the next call continues.
     */
    boolean erase(PostId id, Deadline deadline);

    /** The outcome of a request to publish. */
    sealed interface PublishResult {

        /**
         * The post is stored, its author sees it, and its fan-out job is accepted.
         *
         * @param messages the first ones of the work that begins: the caller sends them
         */
        record Published(Post post, List<QueueMessage> messages) implements PublishResult {}

        /** The same request was answered before, with this post. Nothing was written. */
        record Replayed(Post post) implements PublishResult {}

        /** The idempotency key belongs to a request with another body. Nothing was written. */
        record KeyReused() implements PublishResult {}
    }

    /** The outcome of a change. */
    sealed interface ChangeResult {

        /**
         * The post is changed, and the job is accepted.
         *
         * @param messages the first ones of the work that begins: the caller sends them
         */
        record Accepted(List<QueueMessage> messages) implements ChangeResult {}

        /** The post is changed. No home feed shows it, so there is no job. */
        record Stored() implements ChangeResult {}

        /** Nothing was written. */
        enum Refused implements ChangeResult {
            /** The post was retracted, or never existed. */
            GONE,
            /** The post has another version by now. */
            STALE,
            /** The last change of the post was less than the interval ago, or changed its readers since it was read. */
            TOO_SOON
        }
    }

    /** The id of a version of a post. */
    record VersionId(PostId post, long version) {}

    /**
     * A post and its metadata.
     *
     * @param readableFrom the first version that others than its author may read: that of the last change of permissions that admitted anybody new
     */
    record Document(Post post, SortedMap<String, String> metadata, long readableFrom) {}

    /** What a version says. */
    record Version(long number, Content content) {}

    /**
     * Versions of a post, oldest first.
     *
     * @param next the version after which the next page continues; null only at the end
     */
    record VersionPage(List<Version> versions, @Nullable Long next) {}
}
