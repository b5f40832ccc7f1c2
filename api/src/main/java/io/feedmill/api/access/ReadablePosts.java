package io.feedmill.api.access;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Caller;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.Document;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads posts for viewers who may read them. For all others the post does not exist; a retracted post is gone for everyone. */
@Component
public record ReadablePosts(PostStore posts, ReadAccess access) {
    /** Returns the post; throws 404 if it does not exist or the viewer (null: anonymous) may not read it, 410 if it was retracted. */
    public Post post(String id, @Nullable UserId viewer) {
        Post post = post(id);
        readable(post.head(), viewer);
        return post;
    }

    /** Returns a post that the caller may change; throws as {@link #post}. */
    public Post own(String id, Caller caller) {
        Post post = post(id);
        if (!caller.mayChangePostsOf(post.author())) {
            throw hidden();
        }
        return post;
    }

    private Post post(String id) {
        PostId post = ClientIds.post(id);
        return posts.find(post).orElseThrow(() -> missing(post));
    }

    /** Returns the problem of a post that was not found: it was retracted, or never existed. */
    private ProblemException missing(PostId id) {
        return posts.author(id).isPresent() ? gone() : ClientIds.postNotFound();
    }

    /** Returns the problem of a post that the caller must not know; it reads as that of an absent one. */
    public static ProblemException hidden() {
        return ProblemException.refusal(ProblemType.POST_NOT_FOUND, ClientIds.POST_NOT_FOUND);
    }

    public static ProblemException gone() {
        return new ProblemException(ProblemType.POST_GONE, "The post was retracted; remove what you have of it.");
    }

    /** Returns a post that the caller may read, an administrator any, or may have retracted: then for nobody; throws as {@link #post}. */
    public PostHead readableOrRetracted(String id, Caller caller) {
        PostId post = ClientIds.post(id);
        Optional<PostHead> head = posts.find(post).map(Post::head);
        if (head.isPresent()) {
            return caller.seesAllOf(head.get().author()) ? head.get() : readable(head.get(), caller.viewer());
        }
        UserId author = posts.author(post).orElseThrow(ClientIds::postNotFound);
        if (!caller.seesAllOf(author)) {
            throw gone();
        }
        return new PostHead(post, author, Audience.nobody());
    }

    /** Returns the post; throws 404 if the viewer (null: anonymous) may not read it. */
    public PostHead readable(PostHead head, @Nullable UserId viewer) {
        if (!access.mayRead(head, viewer)) {
            throw hidden();
        }
        return head;
    }

    /** Returns the post with its metadata; throws as {@link #post}. */
    public Document document(String id, @Nullable UserId viewer) {
        PostId post = ClientIds.post(id);
        Document document = posts.document(post).orElseThrow(() -> missing(post));
        readable(document.post().head(), viewer);
        return document;
    }
}
