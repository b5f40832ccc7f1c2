package io.feedmill.api.access;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.DocumentStore.Document;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads posts for viewers who may read them. For all others the post does not exist; a retracted post is gone for everyone. */
@Component
public final class ReadablePosts {
    private final PostStore posts;
    private final DocumentStore documents;
    private final ReadAccess access;

    public ReadablePosts(PostStore posts, DocumentStore documents, ReadAccess access) {
        this.posts = posts;
        this.documents = documents;
        this.access = access;
    }

    /**
     * Returns the post.
     *
     * @param viewer the parameter {@code viewer}; null if it is absent
     * @throws ProblemException 404 if the post does not exist or the viewer may not read it; 410 if it was retracted; 400 if
     *     the viewer's id is invalid
     */
    public Post post(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        Post post = post(id);
        if (!access.mayRead(post.head(), reader)) {
            throw ClientIds.postNotFound();
        }
        return post;
    }

    /** Returns the post for any reader; throws as {@link #post(String, String)}. */
    public Post post(String id) {
        PostId post = ClientIds.post(id);
        return posts.find(post).orElseThrow(() -> missing(post));
    }

    /** Returns the problem of a post that was not found: it was retracted, or never existed. */
    public ProblemException missing(PostId id) {
        return posts.isRetracted(id) ? gone() : ClientIds.postNotFound();
    }

    public static ProblemException gone() {
        return new ProblemException(ProblemType.POST_GONE, "The post was retracted; remove what you have of it.");
    }

    /** Returns the id of a post that the viewer may read, or of a retracted one; throws as {@link #post(String, String)}. */
    public PostId readableOrRetracted(String id, @Nullable String viewer) {
        PostId post = ClientIds.post(id);
        UserId reader = ClientIds.viewer(viewer);
        boolean readable =
                posts.head(post).map(head -> access.mayRead(head, reader)).orElseGet(() -> posts.isRetracted(post));
        if (!readable) {
            throw ClientIds.postNotFound();
        }
        return post;
    }

    /** Returns the post without its text, for fewer read units; throws as {@link #post}. */
    public PostHead head(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        PostId post = ClientIds.post(id);
        PostHead head = posts.head(post).orElseThrow(() -> missing(post));
        if (!access.mayRead(head, reader)) {
            throw ClientIds.postNotFound();
        }
        return head;
    }

    /** Returns the post with its metadata; throws as {@link #post}. */
    public Document document(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        PostId post = ClientIds.post(id);
        Document document = documents.find(post).orElseThrow(() -> missing(post));
        if (!access.mayRead(document.post().head(), reader)) {
            throw ClientIds.postNotFound();
        }
        return document;
    }
}
