package io.feedmill.bench.scenario;

import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.cli.audit.AuditStores;
import io.feedmill.cli.command.UnitBudget;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredCalls;
import io.feedmill.common.dynamo.MeteredCalls.UnitMeter;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Gatherers;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Feeds on DynamoDB Local, written as workers write them a day ago, or read as an audit reads them now. */
final class AuditedFeeds implements AutoCloseable {
    static final Duration RETENTION = Duration.ofDays(30);
    private static final Duration AGE = Duration.ofDays(1);
    private static final Duration AFTER_FOLLOWS = Duration.ofHours(1);
    private static final int POSTS_AT_ONCE = 8;
    private static final int FOLLOWS_A_CALL = 500;

    private final DynamoDbClient client;
    private final Clock clock;
    private final ConfigurableApplicationContext beans;

    private AuditedFeeds(Platform platform, Clock clock, UnitMeter meter) {
        this.client = BareCalls.at(platform.servers().dynamoDb().endpoint(), DynamoDbClient.builder())
                .overrideConfiguration(c -> c.addExecutionInterceptor(new MeteredCalls(meter)))
                .build();
        this.clock = clock;
        this.beans = CommonConfiguration.start(
                client,
                new TableSettings("feedmill-", false, 64, 64, 8, 64),
                new FeedSettings(RETENTION),
                clock,
                new MonotonicTicks(() -> Ticks.ofInstant(clock.instant())),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()));
    }

    /** Returns feeds as they are written a day ago. */
    static AuditedFeeds toWrite(Platform platform) {
        return new AuditedFeeds(
                platform, Clock.offset(Clock.systemUTC(), AGE.negated()), (operation, table, units) -> {});
    }

    static AuditedFeeds toRead(Platform platform, UnitBudget budget) {
        return new AuditedFeeds(platform, Clock.systemUTC(), budget);
    }

    AuditStores stores() {
        return beans.getAutowireCapableBeanFactory().createBean(AuditStores.class);
    }

    void follow(List<UserId> users, List<UserId> authors) {
        users.stream()
                .flatMap(user -> authors.stream().map(author -> new Follow(user, author)))
                .gather(Gatherers.windowFixed(FOLLOWS_A_CALL))
                .forEach(beans.getBean(FollowStore.class)::importAll);
    }

    /** Publishes for each author, an hour after the follows, and delivers to these users. Returns the posts. */
    List<Post> deliver(List<UserId> authors, int posts, List<UserId> users) {
        Random random = new Random(31);
        MonotonicTicks ticks =
                new MonotonicTicks(() -> Ticks.ofInstant(clock.instant().plus(AFTER_FOLLOWS)));
        List<Post> all = authors.stream()
                .flatMap(author -> random.ints(posts).mapToObj(seed -> post(author, ticks, seed)))
                .toList();
        return all.stream()
                .gather(Gatherers.mapConcurrent(POSTS_AT_ONCE, post -> deliver(post, users)))
                .toList();
    }

    private static Post post(UserId author, MonotonicTicks ticks, int seed) {
        return new Post(
                PostId.create(ticks.next(), new Random(seed)),
                author,
                Content.of(Posts.TEXT),
                1,
                null,
                Audience.everyone(),
                Mode.PUSH);
    }

    private Post deliver(Post post, List<UserId> users) {
        JobStore jobs = beans.getBean(JobStore.class);
        beans.getBean(PostStore.class).publish(post, null);
        put(post, users);
        jobs.closeInlineDelivery(jobs.find(JobId.of(post.id())).orElseThrow(), users.size(), Skipped.NONE);
        return post;
    }

    /** Puts the post into the home feeds of these users. */
    void put(Post post, List<UserId> users) {
        require(beans.getBean(FeedStore.class)
                .putHome(FeedItem.of(post, Via.FOLLOW), users, options())
                .complete());
    }

    /** Deletes the post from the home feeds of these users. */
    void delete(Post post, List<UserId> users) {
        require(beans.getBean(FeedStore.class)
                .deleteHome(post.id(), users, options())
                .complete());
    }

    private static WriteOptions options() {
        return WriteOptions.bulk(Deadline.in(Duration.ofMinutes(10), SuspendSafeClock.system()));
    }

    private static void require(boolean complete) {
        if (!complete) {
            throw new StepFailure("Cannot write all home feeds.");
        }
    }

    @Override
    public void close() {
        beans.close();
        client.close();
    }
}
