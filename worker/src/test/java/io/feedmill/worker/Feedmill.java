package io.feedmill.worker;

import io.feedmill.common.config.Stores;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedPage;
import io.feedmill.common.feed.PageRequest;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.publish.PublishRequest;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.servers.EmbeddedServers;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Workers over the embedded servers, on tables and queues of their own. */
final class Feedmill implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static @Nullable EmbeddedServers servers;

    private final String prefix = "t" + Integer.toHexString(RANDOM.nextInt()) + "-";
    private final TickClock ticks = TickClock.system();
    private final List<ConfigurableApplicationContext> workers = new ArrayList<>();

    /** Starts so many workers with these settings ({@code name=value}). */
    static Feedmill start(int count, String... settings) {
        startServers();
        Feedmill feedmill = new Feedmill();
        for (int i = 0; i < count; i++) {
            feedmill.addWorker(settings);
        }
        return feedmill;
    }

    private static synchronized void startServers() {
        if (servers != null) {
            return;
        }
        EmbeddedServers started = EmbeddedServers.start();
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        Map<String, String> environment = started.environment();
        System.setProperty("aws.endpointUrlDynamoDb", environment.get("AWS_ENDPOINT_URL_DYNAMODB"));
        System.setProperty("aws.endpointUrlSqs", environment.get("AWS_ENDPOINT_URL_SQS"));
        System.setProperty("aws.region", environment.get("AWS_REGION"));
        System.setProperty("aws.accessKeyId", environment.get("AWS_ACCESS_KEY_ID"));
        System.setProperty("aws.secretAccessKey", environment.get("AWS_SECRET_ACCESS_KEY"));
        servers = started;
    }

    void addWorker(String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "server.port=0",
                "feedmill.tables.create=true",
                "feedmill.queues.create=true",
                "feedmill.tables.prefix=" + prefix,
                "feedmill.queues.prefix=" + prefix,
                "feedmill.listeners.poll-timeout=1s",
                "logging.structured.format.console="));
        all.addAll(List.of(settings));
        workers.add(new SpringApplicationBuilder(FeedmillWorker.class)
                .properties(all.toArray(String[]::new))
                .run(all.stream().map(setting -> "--" + setting).toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return workers.getFirst().getBean(type);
    }

    Stores stores() {
        return bean(Stores.class);
    }

    void send(Plan plan) {
        bean(SqsQueueSender.class).send(plan);
    }

    /** Publishes without telling a queue, as an API that dies behind its transaction. */
    PostId publish(String author, String text) {
        PostId id = PostId.create(ticks.next(), RANDOM);
        stores().publishing().publish(new PublishRequest(id, author, text, null));
        return id;
    }

    PostId publishAndSend(String author, String text) {
        PostId id = publish(author, text);
        send(Plan.of(id, author));
        return id;
    }

    /** {@code f0000}, {@code f0001}… follow the author. */
    List<String> followers(String author, int count) {
        List<String> followers =
                IntStream.range(0, count).mapToObj("f%04d"::formatted).toList();
        stores().follows()
                .importAll(followers.stream()
                        .map(follower -> new Follow(follower, author))
                        .toList());
        return followers;
    }

    /** All of a home feed, page by page. */
    List<FeedItem> home(String user) {
        List<FeedItem> items = new ArrayList<>();
        PageRequest request = PageRequest.first(100);
        FeedPage page;
        do {
            page = stores().feeds().page(FeedName.home(user), request);
            items.addAll(page.items());
            request = request.after(page.next());
        } while (page.next() != null);
        return items;
    }

    @Override
    public void close() {
        workers.forEach(ConfigurableApplicationContext::close);
    }
}
