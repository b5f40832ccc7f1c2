package io.feedmill.api.fanout;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.fanout.ReaderFanout.ReaderFanoutResponse;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobPage;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post.PostHead;
import java.util.List;
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
    @Access(scope = Scope.FEED, owner = Access.READER)
    JobResponse getFanout(
            @PathVariable String id, Caller caller, @RequestParam(required = false) @Nullable String job) {
        PostHead post = posts.readableOrRetracted(id, caller);
        boolean all = caller.seesAllOf(post.author());
        if (job == null) {
            return jobs.find(JobId.of(post.id()))
                    .map(found -> JobResponse.of(found, all))
                    .orElseThrow(ClientIds::postNotFound);
        }
        return parse(job)
                .flatMap(jobs::find)
                .filter(found -> found.post().equals(post.id()))
                .map(found -> JobResponse.of(found, all))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.JOB_NOT_FOUND,
                        "The post has no such job; it is removed 30 days after completion."));
    }

    /** Shows what became of the post for one reader. */
    @GetMapping("/fanout/{user}")
    @Access(scope = Scope.FEED, owner = "{user}")
    ReaderFanoutResponse getReaderFanout(@PathVariable String id, @PathVariable String user, Caller caller) {
        UserId reader = ClientIds.user("user", user);
        return readers.of(posts.readableOrRetracted(id, caller).id(), reader);
    }

    @GetMapping("/jobs")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<JobResponse> postJobs(@PathVariable String id, Caller caller, PageQuery query) {
        PostHead post = posts.readableOrRetracted(id, caller);
        boolean all = caller.seesAllOf(post.author());
        CursorScope scope = CursorScope.of("jobs", post.id(), caller.viewer());
        JobPage page = jobs.jobs(post.id(), query.after(scope, JobId::parse), query.limit());
        JobId next = page.next();
        List<JobResponse> items =
                page.jobs().stream().map(job -> JobResponse.of(job, all)).toList();
        return query.page(scope, items, next == null ? null : next.value());
    }

    private static Optional<JobId> parse(String job) {
        try {
            return Optional.of(JobId.parse(job));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
