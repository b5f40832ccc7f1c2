package io.feedmill.api.post;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.post.ReaderFanout.ReaderFanoutResponse;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Caller;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobPage;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows jobs of posts, also of retracted ones: those tell how far the retraction is. */
@RestController
@RequestMapping(path = "/v1/posts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
final class FanoutController {
    private final ReadablePosts posts;
    private final JobStore jobs;
    private final ReaderFanout readers;

    FanoutController(ReadablePosts posts, JobStore jobs, ReaderFanout readers) {
        this.posts = posts;
        this.jobs = jobs;
        this.readers = readers;
    }

    /** Shows the post's own job, or that of a change. */
    @GetMapping("/fanout")
    FanoutResponse fanout(
            @PathVariable String id, Caller caller, @RequestParam(required = false) @Nullable String job) {
        PostId post = posts.readableOrRetracted(id, caller);
        if (job == null) {
            return jobs.find(JobId.of(post)).map(FanoutResponse::of).orElseThrow(ClientIds::postNotFound);
        }
        return parse(job)
                .flatMap(jobs::find)
                .filter(found -> found.post().equals(post))
                .map(FanoutResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.JOB_NOT_FOUND,
                        "The post has no such job; it is removed 30 days after completion."));
    }

    /** Shows what became of the post for one reader. */
    @GetMapping("/fanout/{user}")
    ReaderFanoutResponse reader(@PathVariable String id, @PathVariable String user, Caller caller) {
        UserId reader = ClientIds.user("user", user);
        return readers.of(posts.readableOrRetracted(id, caller), reader);
    }

    @GetMapping("/jobs")
    ItemPage<FanoutResponse> jobs(@PathVariable String id, Caller caller, PageQuery query) {
        PostId post = posts.readableOrRetracted(id, caller);
        CursorScope scope = CursorScope.jobs(post, caller.viewer());
        JobPage page = jobs.jobs(post, query.after(scope, JobId::parse), query.limit());
        JobId next = page.next();
        return query.page(
                scope, page.jobs().stream().map(FanoutResponse::of).toList(), next == null ? null : next.value());
    }

    private static Optional<JobId> parse(String job) {
        try {
            return Optional.of(JobId.parse(job));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
