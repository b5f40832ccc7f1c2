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
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.storage.Page;
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
record FanoutController(ReadablePosts posts, JobStore jobs, ReaderFanout readers) {
    /** The maximum number of pending slices that are shown. */
    private static final int OLDEST = 20;

    /** Shows the post's own job, or that of a change. */
    @GetMapping("/fanout")
    @Access(scope = Scope.FEED, owner = Access.READER)
    JobResponse getFanout(
            @PathVariable String id, Caller caller, @RequestParam(required = false) @Nullable String job) {
        PostHead post = posts.readableOrRetracted(id, caller);
        boolean all = caller.seesAllOf(post.author());
        Optional<JobId> asked = job == null ? Optional.of(JobId.of(post.id())) : ClientIds.parse(JobId::parse, job);
        return asked.flatMap(jobs::find)
                .filter(found -> found.post().equals(post.id()))
                .map(found -> JobResponse.of(found, all, open -> jobs.pendingSlices(open, OLDEST)))
                .orElseThrow(() -> job == null
                        ? ClientIds.postNotFound()
                        : new ProblemException(
                                ProblemType.JOB_NOT_FOUND,
                                "The post has no such job; it is removed 30 days after completion."));
    }

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
        Page<Job, JobId> page = jobs.jobs(post.id(), query.after(scope, JobId::parse), query.limit());
        return query.page(scope, page, job -> JobResponse.of(job, all, open -> List.of()), JobId::value);
    }
}
