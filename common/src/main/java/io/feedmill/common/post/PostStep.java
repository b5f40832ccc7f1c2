package io.feedmill.common.post;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.NewWork;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * What a feature writes in the transactions of posts. A step adds no condition: nobody could tell the caller why it failed. Thread-safe.
 */
public interface PostStep {

    /** Writes that join the publication of the post. */
    default List<TransactWriteItem> published(Post post) {
        return List.of();
    }

    /** Writes that join the post's retraction at this time. */
    default List<TransactWriteItem> retracted(Post post, Instant at) {
        return List.of();
    }

    /** Work that begins with the publication; the same each time. */
    default List<NewWork> workOfPublication(Post post) {
        return List.of();
    }

    /**
     * Work that begins with the post's retraction; the same each time.
     *
     * @param retraction its job
     */
    default List<NewWork> workOfRetraction(Post post, JobId retraction) {
        return List.of();
    }

    /**
     * Deletes the feature's rows of a retracted post before the post's own. May be repeated.
     *
     * @param place null: the post has none
     */
    default void erase(PostId post, @Nullable Place place) {}
}
