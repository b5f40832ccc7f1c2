package io.feedmill.common.publish;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OpenWork.NewWork;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What a feature writes in the transactions of posts. A step adds no condition: nobody could tell the caller why it failed. Thread-safe. */
public interface PostStep {

    /** Returns what joins the publication of the post. */
    default Part published(Post post) {
        return Part.NONE;
    }

    /** Returns what joins each change of the post, which has this job or may have it. */
    default Part changed(Post post, JobId change) {
        return Part.NONE;
    }

    /** Returns what else joins the post's retraction by this job at this time. */
    default Part retracted(Post post, JobId retraction, Instant at) {
        return Part.NONE;
    }

    /** Deletes the feature's rows of a retracted post, before the post's own. May be repeated. The post may have no place. */
    default void erase(PostId post, @Nullable Place place) {}

    /** A part of a transaction: writes, and the work that begins with them. */
    record Part(List<TransactWriteItem> writes, List<NewWork> work) {
        public static final Part NONE = new Part(List.of(), List.of());

        /** A write that begins no work. */
        public static Part of(TransactWriteItem write) {
            return new Part(List.of(write), List.of());
        }
    }
}
