package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.DocumentStore.Version;
import io.feedmill.common.storage.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Metadata and versions of posts. Thread-safe. Every read is strongly consistent. */
public interface DocumentStore {

    /** The post with its metadata, by one Query; empty if it is absent or retracted. */
    Optional<Document> find(PostId id);

    /** Replaces all metadata of the post; false if it is absent or retracted. */
    boolean putMetadata(PostId id, Map<String, String> metadata);

    /**
     * The versions of the post, by one Query; empty if it is absent.
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

    /**
     * A post and its metadata.
     *
     * @param readableFrom the first version that others than its author may read: that of the last change of permissions that admitted anybody new
     */
    record Document(Post post, SortedMap<String, String> metadata, long readableFrom) {}

    /** What a version says. */
    record Version(long number, Content content) {

        /** A version without data. */
        public Version(long number, String text) {
            this(number, Content.of(text));
        }
    }

    /**
     * Versions of a post, oldest first.
     *
     * @param next the version after which the next page continues; null only at the end
     */
    record VersionPage(List<Version> versions, @Nullable Long next) {}
}
