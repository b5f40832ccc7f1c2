package io.feedmill.stack.load;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Expectations;
import io.feedmill.stack.verify.Expected;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.Posts;
import io.feedmill.stack.verify.Range;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
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

    /** Compares all of it with what the run should have brought about; takes the last state of each post's fan-out. */
    public Findings run(Map<String, FanoutStatus> jobs) {
        posts.all().forEach(post -> findings.add(JobCheck.compare(post.id(), job(post, jobs), run.recipients(post))));
        forEach("verify authors", List.copyOf(posts.authors()), author -> author(author, jobs));
        forEach("verify home feeds", run.readers(), this::home);
        return findings;
    }

    private List<Difference> author(String author, Map<String, FanoutStatus> jobs) {
        List<Difference> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.authorFeed(author),
                Expected.exactly(posts.by(author)),
                posts);
        Counters growth = feedmill.counters(author).minus(run.before(author));
        List<Difference> counters = JobCheck.compareCounters(author, growth, growth(author, jobs));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    /** What the counters are to grow by: where it is not certain how many got a post, as many as its fan-out says. */
    private Counters growth(String author, Map<String, FanoutStatus> jobs) {
        List<PublishedPost> written = posts.by(author);
        long deliveries = written.stream()
                .mapToLong(post -> {
                    Range recipients = run.recipients(post);
                    return recipients.isExact()
                            ? recipients.least()
                            : job(post, jobs).delivered();
                })
                .sum();
        return new Counters(written.size(), deliveries);
    }

    private List<Difference> home(String reader) {
        return FeedCheck.compare(
                "The home feed of " + reader, reader, feedmill.homeFeed(reader), run.homeFeed(reader), posts);
    }

    private static FanoutStatus job(PublishedPost post, Map<String, FanoutStatus> jobs) {
        return Objects.requireNonNull(jobs.get(post.id()), post.id());
    }

    private <T> void forEach(String task, List<T> items, Function<T, List<Difference>> check) {
        AtomicInteger done = new AtomicInteger();
        try (Progress progress = screen.progress(task, items.size())) {
            Parallel.map(items, CALLS, item -> {
                findings.add(unlessUnreadable(() -> check.apply(item)));
                progress.at(done.incrementAndGet());
                return item;
            });
        }
    }

    private static List<Difference> unlessUnreadable(Supplier<List<Difference>> check) {
        try {
            return Persistence.PATIENT.call(check).value();
        } catch (FeedmillException e) {
            return List.of(new Difference.Unreadable(String.valueOf(e.getMessage())));
        }
    }
}
