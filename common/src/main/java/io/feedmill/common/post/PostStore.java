package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.storage.Deadline;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Posts, their metadata and their versions. Thread-safe. Every read is strongly consistent. */
public interface PostStore {

    /** The newest version of the post; empty if it is absent or retracted. */
    Optional<Post> find(PostId id);

    /** The author and the permissions of the post; empty if it is absent or retracted. */
    default Optional<PostHead> head(PostId id) {
        return find(id).map(Post::head);
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
