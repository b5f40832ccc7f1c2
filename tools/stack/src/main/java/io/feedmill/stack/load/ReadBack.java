package io.feedmill.stack.load;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads back what a run published, and compares it with the run and the last state of each post's fan-out. A failed read is a finding. */
record ReadBack(FeedmillClient feedmill, Screen screen, Run run, Map<String, Job> jobs, Findings findings) {
    private static final int AT_ONCE = 16;

    ReadBack(RunSteps steps, Run run, Map<String, Job> jobs, Findings findings) {
        this(steps.feedmill(), steps.screen(), run, jobs, findings);
    }

    void all() {
        each("verify jobs", List.copyOf(run.posts().all()), this::job);
        each("verify authors", List.copyOf(run.posts().distinctAuthors()), this::author);
        each("verify home feeds", run.readers(), this::homeFeed);
    }

    private <T> void each(String task, List<T> items, Function<T, List<String>> check) {
        screen.each(task, AT_ONCE, items, item -> read(item, check)).forEach(findings::add);
    }

    private static <T> List<String> read(T item, Function<T, List<String>> check) {
        try {
            return check.apply(item);
        } catch (ProblemException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private List<String> job(Post post) {
        return JobCheck.compare(post.id(), ofPost(post), run.followers(post));
    }

    private Job ofPost(Post post) {
        return Objects.requireNonNull(jobs.get(post.id()), post.id());
    }

    private List<String> author(String author) {
        List<Post> written = run.authorFeed(author);
        List<String> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.as(author).authorFeed(author, null, null).toList(),
                written,
                run.posts());
        AuthorCounters before = Objects.requireNonNull(run.before().get(author), author);
        AuthorCounters now = feedmill.getAuthorCounters(author);
        List<String> counters = JobCheck.compareCounters(
                author,
                JobCheck.counters(now.posts() - before.posts(), now.deliveries() - before.deliveries()),
                JobCheck.counters(
                        written.size(),
                        written.stream()
                                .filter(post -> !JobCheck.isOnRead(ofPost(post)))
                                .mapToLong(run::followers)
                                .sum()));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    private List<String> homeFeed(String reader) {
        return FeedCheck.compare(
                "The home feed of " + reader,
                reader,
                feedmill.homeFeed(reader).toList(),
                run.homeFeed(reader),
                run.posts());
    }
}
