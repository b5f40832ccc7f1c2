package io.feedmill.api.post;

import io.feedmill.api.access.FreshPosts;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.http.Charge;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.recall.Recalls;
import io.feedmill.api.security.Caller;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Stores changes of posts with their jobs, then sends the jobs' plans to the workers. */
@Service
record PostChanger(
        PostStore posts,
        Recalls recalls,
        FreshPosts truths,
        Heads heads,
        WorkSender sender,
        MonotonicTicks clock,
        RandomGenerator random,
        ChangeLimits limits) {
    private static final Logger LOG = LoggerFactory.getLogger(PostChanger.class);

    /** The calls that a retraction or narrowing counts as: each API keeps a recall of it. */
    private static final int RECALL = 4;

    /** Stores the next version of the post; throws 410, 412, 422 or 429. */
    Post edit(Post post, Content content, IfMatch versions) {
        versions.names(post.version());
        limits.requireVersionsLeft(post);
        limits.requireIdle(post);
        require(apply(post, new Change.Edit(content, ChangeLimits.INTERVAL)));
        return post.edited(content);
    }

    /** Changes the post's permissions; equal ones cost no write. Throws 410, 412 or 429. */
    void permit(Post post, Audience audience, IfMatch versions) {
        boolean unedited = versions.names(post.version());
        if (!post.audience().equals(audience)) {
            if (admitsNewReaders(post.audience(), audience)) {
                limits.requireIdle(post);
            }
            require(apply(post, new Change.Permissions(audience, ChangeLimits.INTERVAL, unedited)));
        }
    }

    /** To take a post from somebody never waits. A list that admits a new user does: two of them in turn would have no end of jobs. */
    private static boolean admitsNewReaders(Audience before, Audience after) {
        return after.includes(before) || (before instanceof Audience.Users && !before.includes(after));
    }

    /** Retracts the post once, for its author or as a takedown. Throws 404 if it never existed or is another author's, or 412. */
    void retract(PostId id, IfMatch versions, Caller caller) {
        Optional<Post> post = posts.find(id);
        if (post.isPresent()) {
            if (!caller.mayRetractPostsOf(post.get().author())) {
                throw ReadablePosts.hidden();
            }
            boolean unedited = versions.names(post.get().version());
            if (apply(post.get(), new Change.Retract(unedited)) == RefusedChange.STALE) {
                throw IfMatch.stale();
            }
        } else if (posts.author(id).isEmpty()) {
            throw ClientIds.postNotFound();
        }
        // pages of this instance hide it at once, also if another one has retracted it just now
        recalls.add(new Recall(id, Kind.RETRACTED), null);
    }

    private ChangeResult apply(Post post, Change change) {
        JobId job = JobId.create(clock.next(), random);
        ChangeResult result = store(post, change, job);
        if (result instanceof ChangeResult.Accepted accepted) {
            change.recall(post).ifPresent(recall -> recall(recall, job));
            LOG.atInfo()
                    .addKeyValue("post", post.id())
                    .addKeyValue("job", job)
                    .addKeyValue("cause", change.cause().value())
                    .log("Change accepted");
            accepted.messages().forEach(sender::send);
        }
        return result;
    }

    private void recall(Recall recall, JobId change) {
        recalls.add(recall, change);
        Charge.calls(RECALL - 1);
    }

    /** A failed call may have stored the change. */
    private ChangeResult store(Post post, Change change, JobId job) {
        try {
            return posts.change(post, change, job);
        } finally {
            truths.forget(post.author(), post.id());
            heads.forget(post.author());
        }
    }

    private void require(ChangeResult result) {
        switch (result) {
            case ChangeResult.Accepted accepted -> {}
            case ChangeResult.Stored stored -> {}
            case RefusedChange.RETRACTED -> throw ReadablePosts.gone();
            case RefusedChange.STALE -> throw IfMatch.stale();
            case RefusedChange.TOO_SOON -> throw limits.tooSoon();
        }
    }
}
