package io.feedmill.local.demo;

import io.feedmill.local.client.FanoutStatus;
import io.feedmill.local.client.FeedmillClient;
import io.feedmill.local.client.FeedmillException;
import io.feedmill.local.client.PublishedPost;
import io.feedmill.local.console.Progress;
import io.feedmill.local.console.Screen;
import io.feedmill.local.graph.FollowGraph;
import io.feedmill.local.load.Parallel;
import io.feedmill.local.verify.Difference;
import io.feedmill.local.verify.FeedCheck;
import io.feedmill.local.verify.Findings;
import io.feedmill.local.verify.JobCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads everything back: each job, the counters and the feed of each author, the home feed of each user of the graph. */
final class Verification {

    private static final int CALLS = 16;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final FollowGraph graph;
    private final Run run;
    private final Findings findings = new Findings();

    Verification(FeedmillClient feedmill, Screen screen, FollowGraph graph, Run run) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.graph = graph;
        this.run = run;
    }

    Findings run(Map<String, FanoutStatus> jobs) {
        run.posts().all().forEach(post -> findings.add(job(post, jobs)));
        List<String> authors = List.copyOf(run.posts().authors());
        forEach("verify authors", authors, this::author);
        forEach("verify home feeds", IntStream.range(0, graph.size()).boxed().toList(), this::home);
        return findings;
    }

    private List<Difference> job(PublishedPost post, Map<String, FanoutStatus> jobs) {
        FanoutStatus job = Objects.requireNonNull(jobs.get(post.id()), post.id());
        return JobCheck.compare(post.id(), job, run.expected(post));
    }

    private List<Difference> author(String author) {
        List<Difference> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.authorFeed(author),
                run.posts().by(author),
                run.posts());
        var growth = feedmill.counters(author).minus(run.countersBefore(author));
        List<Difference> counters = JobCheck.compareCounters(author, growth, run.growth(author));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    private List<Difference> home(int user) {
        String id = graph.id(user);
        return FeedCheck.compare("The home feed of " + id, id, feedmill.homeFeed(id), expectedAt(user), run.posts());
    }

    /** What the user wrote and what those wrote whom the user follows. */
    private List<PublishedPost> expectedAt(int user) {
        return IntStream.concat(IntStream.of(user), graph.followedBy(user))
                .mapToObj(graph::id)
                .flatMap(author -> run.posts().by(author).stream())
                .toList();
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
            return check.get();
        } catch (FeedmillException e) {
            return List.of(new Difference.Unreadable(String.valueOf(e.getMessage())));
        }
    }
}
