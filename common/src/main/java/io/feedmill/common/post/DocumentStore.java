package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.DocumentStore.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What there is about a post beside its newest text. Thread-safe. Every read is strongly consistent. */
public interface DocumentStore {

    /** The post with its metadata, by one Query; empty where there is none or it was retracted. */
    Optional<Document> find(PostId id);

    /** Replaces all metadata of the post; false where there is none or it was retracted. */
    boolean putMetadata(PostId id, Map<String, String> metadata);

    /**
     * The versions of the post, by one Query; none where there is no post.
     *
     * @param after go on behind this version; null: from the first
     * @param limit so many at most; there may be fewer before the end
     */
    VersionPage versions(PostId id, @Nullable Long after, int limit);

    /** A post and what clients noted about it. */
    record Document(Post post, SortedMap<String, String> metadata) {}

    /** What a post said at one version. */
    record Version(long number, String text) {}

    /**
     * Versions of a post, oldest first.
     *
     * @param next the version behind which the next page goes on; null only at the end
     */
    record VersionPage(List<Version> versions, @Nullable Long next) {}
}
