package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.FeedCheck.Feed;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.JobCheck.Range;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads everything back: each job, the counters and the feed of each author, the home feed of each reader. */
public final class Verification {

    private static final int CALLS = 16;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final Run run;
    private final Findings findings;

    public Verification(FeedmillClient feedmill, Screen screen, Run run) {
        this(feedmill, screen, run, new Findings());
    }

    /** Adds what it finds to the findings. */
    public Verification(FeedmillClient feedmill, Screen screen, Run run, Findings findings) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.run = run;
        this.findings = findings;
    }

    /** Compares all of it with the run's expectations; takes the last state of each post's fan-out. */
    public Findings run(Map<String, FanoutStatus> jobs) {
        run.posts()
                .all()
                .forEach(post -> findings.add(JobCheck.compare(post.id(), job(post, jobs), run.recipients(post))));
        List<String> authors = List.copyOf(run.posts().authors());
        screen.each("verify authors", CALLS, authors, author -> read(() -> author(author, jobs)))
                .forEach(findings::add);
        screen.each("verify home feeds", CALLS, run.readers(), reader -> read(() -> home(reader)))
                .forEach(findings::add);
        return findings;
    }

    private List<String> author(String author, Map<String, FanoutStatus> jobs) {
        List<String> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.authorFeed(author),
                Feed.exactly(run.posts().by(author)),
                run.posts());
        Counters growth = feedmill.counters(author)
                .minus(Objects.requireNonNull(run.before().get(author), author));
        List<String> counters = JobCheck.compareCounters(author, growth, growth(author, jobs));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    /** Returns the expected growth of the counters. If the number of recipients of a post is not certain, its fan-out's number counts. */
    private Counters growth(String author, Map<String, FanoutStatus> jobs) {
        List<PublishedPost> written = run.posts().by(author);
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
                "The home feed of " + reader, reader, feedmill.homeFeed(reader), run.homeFeed(reader), run.posts());
    }

    private static FanoutStatus job(PublishedPost post, Map<String, FanoutStatus> jobs) {
        return Objects.requireNonNull(jobs.get(post.id()), post.id());
    }

    /** What cannot be read is a finding. */
    private static List<String> read(Supplier<List<String>> check) {
        try {
            return Persistence.PATIENT.get(check);
        } catch (FeedmillException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }
}
