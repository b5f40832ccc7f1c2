package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import java.util.Map;
import java.util.Optional;
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
}
