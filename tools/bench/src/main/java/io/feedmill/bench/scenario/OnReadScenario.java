package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post.NewPost;
import io.feedmill.faults.FaultProxy;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Posts of authors on read, and of the author of announcements, published at one API and read at it and at another one. */
record OnReadScenario(FaultProxy store, Feedmill here, Feedmill elsewhere, Random random) {
    private static final int FEW = 10;
    private static final int POSTS = 4;
    private static final String EDITED = "The second version.";
    private static final String READER = Deliveries.of(1, 1).recipients().getFirst();

    /** From a listing until posts are on read. */
    private static final Duration NOTICE = Duration.ofSeconds(61);

    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private record Author(String name, String id) {}

    static Scenario.Result run(Setting setting) {
        try (Platform platform = setting.platform();
                FaultProxy store =
                        FaultProxy.start(platform.servers().dynamoDb().endpoint(), BillScenario.COUNTS_UNITS, 0);
                Feedmill here = Feedmill.start(
                        platform,
                        new Endpoints(
                                store.endpoint(), platform.servers().queues().endpoint()),
                        1);
                Feedmill elsewhere = Feedmill.start(platform, Endpoints.of(platform.servers()), 0)) {
            return new OnReadScenario(store, here, elsewhere, new Random(29)).measure(setting);
        }
    }

    private Scenario.Result measure(Setting setting) {
        Author few = followed(FEW);
        Author many = followed(setting.pick(1_000, 100_000));
        Author announcer = new Author(
                "an announcement", here.client().admin().announce(Posts.TEXT).author());
        setting.screen().say("%d s until posts are on read…".formatted(NOTICE.toSeconds()));
        RunClock.pause(NOTICE);
        List<Author> authors = List.of(few, many, announcer);
        Figures units = setting.compare(
                "write units of a post on read",
                Metric.POST_WRITE_UNITS,
                Rounds.fixed(1, 3),
                contenders(authors, this::units));
        Figures shown = setting.compare(
                "from the answer to a page that shows it",
                Metric.ELSEWHERE_MILLIS,
                Rounds.fixed(1, 15),
                contenders(authors, this::shown));
        return new Scenario.Result(
                List.of(units, shown),
                List.of(
                        Goal.ON_READ_UNITS.measured(units.ratio(many.name(), few.name(), Metric.POST_WRITE_UNITS)),
                        Goal.ON_READ_MILLIS.measured(slowest(shown))),
                List.of());
    }

    /** Returns an author on read with this number of followers. */
    private Author followed(int followers) {
        String author = "with-%d-followers".formatted(followers);
        here.follow(author, Deliveries.of(followers, 1).recipients());
        here.client().admin().putOnRead(author);
        return new Author("%,d followers".formatted(followers), author);
    }

    private static List<Contender> contenders(List<Author> authors, Function<Author, Map<Metric, Double>> job) {
        return authors.stream()
                .map(author -> Contender.ours(author.name(), () -> job.apply(author)))
                .toList();
    }

    /** Counts the write units of posts until their jobs are complete. They have no deliveries. */
    private Map<Metric, Double> units(Author author) {
        long before = BillScenario.units(store.statistics());
        here.deliver(Posts.by(author.id(), POSTS, 0));
        double units = BillScenario.units(store.statistics()) - before;
        return Map.of(Metric.POST_WRITE_UNITS, units / POSTS);
    }

    /** Publishes a post, edits and retracts it, at times that do not depend on when the other API read the author's feed. */
    private Map<Metric, Double> shown(Author author) {
        FeedmillClient client = here.client().as(author.id());
        pause();
        String post = client.publishPost(new NewPost(author.id(), Posts.TEXT)).id();
        RunClock clock = new RunClock();
        double here = millisUntil(this.here, post, Posts.TEXT, clock);
        double elsewhere = millisUntil(this.elsewhere, post, Posts.TEXT, clock);
        pause();
        client.editPost(post, 1, EDITED, null, null);
        double edited = millisUntil(this.elsewhere, post, EDITED, new RunClock());
        pause();
        client.retractPost(post);
        double retracted = millisUntil(this.elsewhere, post, null, new RunClock());
        return Map.of(
                Metric.HERE_MILLIS, here,
                Metric.ELSEWHERE_MILLIS, elsewhere,
                Metric.EDIT_MILLIS, edited,
                Metric.RETRACTION_MILLIS, retracted);
    }

    private void pause() {
        RunClock.pause(Duration.ofMillis(random.nextInt(1_000)));
    }

    /** Returns the time of the clock when a page of the API has the post with the text; null: has no such post. */
    private static double millisUntil(Feedmill api, String post, @Nullable String text, RunClock clock) {
        if (!RunClock.await(() -> Objects.equals(text, shown(api, post)), POLL, LIMIT)) {
            throw new StepFailure("Post %s is not shown as it is after %d s.".formatted(post, LIMIT.toSeconds()));
        }
        return clock.now().toNanos() / 1e6;
    }

    private static @Nullable String shown(Feedmill api, String post) {
        return api.client().homeFeed(READER, 50, null, null, null).items().stream()
                .filter(item -> item.post().equals(post))
                .map(FeedItem::text)
                .findFirst()
                .orElse(null);
    }

    private static double slowest(Figures shown) {
        return shown.series().stream()
                .flatMap(series -> series.rounds().stream())
                .flatMap(round -> Stream.of(Metric.ELSEWHERE_MILLIS, Metric.EDIT_MILLIS, Metric.RETRACTION_MILLIS)
                        .map(round::get))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }
}
