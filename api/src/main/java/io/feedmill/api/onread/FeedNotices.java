package io.feedmill.api.onread;

import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.RecallStore;
import org.springframework.stereotype.Component;

/** Puts a notice into each publication and change of a feed of which instances may keep the newest rows. */
@Component
record FeedNotices(RecallStore recalls, OnReadAuthors authors) implements PostStep {
    @Override
    public Part published(Post post) {
        return changed(post, JobId.of(post.id()));
    }

    @Override
    public Part changed(Post post, JobId change) {
        boolean kept = post.mode() == Mode.ON_READ || authors.mayBeListed(post.author());
        return kept ? Part.of(recalls.put(new ChangeNotice.OfAuthor(post.author(), change))) : Part.NONE;
    }
}
