package io.feedmill.common.publish;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStep;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Publishes posts. Thread-safe. */
public interface PublishStore {

    /**
     * Writes the post, the author's two feed items, the fan-out job, its outbox row and what each {@link PostStep} adds, in one transaction. A
     * request whose idempotency key was answered within the last 24 hours writes nothing.
     */
    PublishResult publish(PublishRequest request);

    /** Returns the first messages of the work that the publication begins: the caller sends them after it. */
    default List<QueueMessage> firstMessages(Post post) {
        return List.of(Plan.of(JobId.of(post.id()), post.author()));
    }

    /**
     * A request to publish a post with this id.
     *
     * @param idempotencyKey the client's key of this request, 1 to 255 ASCII characters; null: none
     * @param place null: none
     */
    record PublishRequest(
            PostId id,
            UserId author,
            Content content,
            @Nullable String idempotencyKey,
            @Nullable Place place,
            Audience audience,
            Mode mode) {

        /** The post of this request: version 1. */
        public Post post() {
            return post(id);
        }

        Post post(PostId of) {
            return new Post(of, author, content, 1, place, audience, mode);
        }

        /** Null: the request has no key. */
        public @Nullable KeyedRequest keyed() {
            String data = content.data();
            return idempotencyKey == null
                    ? null
                    : KeyedRequest.of(
                            author,
                            idempotencyKey,
                            "post",
                            content.text(),
                            data == null ? null : KeyedRequest.meaning(data),
                            place == null ? null : place.canonical(),
                            audience.toString());
        }
    }

    /** The outcome of a request to publish. */
    sealed interface PublishResult {

        /** The post is stored, its author sees it, and its fan-out job is accepted. */
        record Published(Post post) implements PublishResult {}

        /** The same request was answered before, with this post. Nothing was written. */
        record Replayed(Post post) implements PublishResult {}

        /** The idempotency key belongs to a request with another body. Nothing was written. */
        record KeyReused() implements PublishResult {}
    }
}
