package io.feedmill.stack.load;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.JobCheck.Range;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads back what a run published, and compares it with the run's model. A failed read is a finding.
 *
 * @param jobs the last state of each post's fan-out
 * @param settle what differs is read again for this time
 */
record ReadBack(
        FeedmillClient feedmill,
        Screen screen,
        Run run,
        Map<String, Job> jobs,
        Findings findings,
        Duration settle,
        RunClock clock) {
    private static final int AT_ONCE = 16;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    ReadBack(RunSteps steps, Run run, Map<String, Job> jobs, Findings findings, Duration settle) {
        this(steps.feedmill(), steps.screen(), run, jobs, findings, settle, new RunClock());
    }

    void all() {
        each("verify jobs", run.model().posts(), this::jobs);
        each("verify authors", List.copyOf(run.posts().distinctAuthors()), this::author);
        each("verify home feeds", run.readers(), this::homeFeed);
    }

    private <T> void each(String task, List<T> items, Function<T, List<String>> check) {
        screen.each(task, AT_ONCE, items, item -> settled(item, check)).forEach(findings::add);
    }

    private <T> List<String> settled(T item, Function<T, List<String>> check) {
        List<String> differences = read(item, check);
        while (!differences.isEmpty() && clock.now().compareTo(settle) < 0) {
            RunClock.pause(PAUSE);
            differences = read(item, check);
        }
        return differences;
    }

    private static <T> List<String> read(T item, Function<T, List<String>> check) {
        try {
            return Persistence.PATIENT.get(() -> check.apply(item));
        } catch (ProblemException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private List<String> jobs(FeedModel.Post post) {
        String id = run.published(post).id();
        Range recipients = run.recipients(post.author());
        List<String> own = JobCheck.compare(id, job(id), recipients, post.wasRestricted());
        if (post.changes() == 0) {
            return own;
        }
        List<String> changes = JobCheck.compareChanges(
                id, feedmill.as(post.author()).postJobs(id).toList(), post.changes(), post.retracted(), recipients);
        return Stream.concat(own.stream(), changes.stream()).toList();
    }

    private List<String> author(String author) {
        List<String> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.as(author).authorFeed(author, null, null).toList(),
                run.authorFeed(author),
                run.posts());
        List<FeedModel.Post> written = run.model().postsBy(author);
        long deliveries = written.stream().mapToLong(this::deliveries).sum();
        AuthorCounters growth =
                growth(Objects.requireNonNull(run.before().get(author), author), feedmill.getAuthorCounters(author));
        List<String> counters =
                JobCheck.compareCounters(author, growth, new AuthorCounters(written.size(), deliveries));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    private static AuthorCounters growth(AuthorCounters before, AuthorCounters now) {
        return new AuthorCounters(now.posts() - before.posts(), now.deliveries() - before.deliveries());
    }

    /** If the number of recipients is not certain, the fan-out's number counts. */
    private long deliveries(FeedModel.Post post) {
        Range recipients = run.recipients(post.author());
        return recipients.isExact() && !post.wasRestricted()
                ? recipients.min()
                : job(run.published(post).id()).delivered();
    }

    private List<String> homeFeed(String reader) {
        return FeedCheck.compare(
                "The home feed of " + reader,
                reader,
                feedmill.homeFeed(reader).toList(),
                run.homeFeed(reader),
                run.posts());
    }

    private Job job(String post) {
        return Objects.requireNonNull(jobs.get(post), post);
    }
}
