package io.feedmill.common.post;

import io.feedmill.common.key.PostId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Posts. Thread-safe. Every read is strongly consistent. */
public interface PostStore {

    /**
     * Writes the post, the author's two feed items, the ledger entry, the fan-out job and its outbox row in one transaction.
     * A request with an idempotency key that was answered within the last 24 hours writes nothing.
     */
    PublishResult publish(PublishRequest request);

    /** The newest version of the post; empty where there is none or it was retracted. */
    Optional<Post> find(PostId id);

    /** The full texts of the newest versions; a post that is not there is absent. At most 100 ids. */
    Map<PostId, String> texts(Collection<PostId> ids);
}
