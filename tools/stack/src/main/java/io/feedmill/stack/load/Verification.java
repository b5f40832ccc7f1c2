package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.verify.Expectations;
import io.feedmill.stack.verify.Expectations.Feed;
import io.feedmill.stack.verify.Expectations.Range;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Reads everything back: each job, the counters and the feed of each author, the home feed of each reader. */
public final class Verification {

    private static final int CALLS = 16;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final Expectations run;
    private final Posts posts;
    private final Findings findings;

    public Verification(FeedmillClient feedmill, Screen screen, Expectations run) {
        this(feedmill, screen, run, new Findings());
    }

    /** Adds what it finds to the findings. */
    public Verification(FeedmillClient feedmill, Screen screen, Expectations run, Findings findings) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.run = run;
        this.posts = run.posts();
        this.findings = findings;
    }

    /** Compares all of it with the run's expectations; takes the last state of each post's fan-out. */
    public Findings run(Map<String, FanoutStatus> jobs) {
        posts.all().forEach(post -> findings.add(JobCheck.compare(post.id(), job(post, jobs), run.recipients(post))));
        forEach("verify authors", List.copyOf(posts.authors()), author -> author(author, jobs));
        forEach("verify home feeds", run.readers(), this::home);
        return findings;
    }

    private List<String> author(String author, Map<String, FanoutStatus> jobs) {
        List<String> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.authorFeed(author),
                Feed.exactly(posts.by(author)),
                posts);
        Counters growth = feedmill.counters(author).minus(run.before(author));
        List<String> counters = JobCheck.compareCounters(author, growth, growth(author, jobs));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    /** Returns the expected growth of the counters. If the number of recipients of a post is not certain, its fan-out's number counts. */
    private Counters growth(String author, Map<String, FanoutStatus> jobs) {
        List<PublishedPost> written = posts.by(author);
        long deliveries = written.stream()
                .mapToLong(post -> {
                    Range recipients = run.recipients(post);
                    return recipients.isExact()
                            ? recipients.min()
                            : job(post, jobs).delivered();
                })
                .sum();
        return new Counters(written.size(), deliveries);
    }

    private List<String> home(String reader) {
        return FeedCheck.compare(
                "The home feed of " + reader, reader, feedmill.homeFeed(reader), run.homeFeed(reader), posts);
    }

    private static FanoutStatus job(PublishedPost post, Map<String, FanoutStatus> jobs) {
        return Objects.requireNonNull(jobs.get(post.id()), post.id());
    }

    private <T> void forEach(String task, List<T> items, Function<T, List<String>> check) {
        AtomicInteger done = new AtomicInteger();
        try (Progress progress = screen.progress(task, items.size())) {
            items.stream()
                    .gather(Gatherers.mapConcurrent(CALLS, item -> {
                        findings.add(unlessUnreadable(() -> check.apply(item)));
                        progress.at(done.incrementAndGet());
                        return item;
                    }))
                    .forEach(item -> {});
        }
    }

    private static List<String> unlessUnreadable(Supplier<List<String>> check) {
        try {
            return Persistence.PATIENT.get(check);
        } catch (FeedmillException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }
}
