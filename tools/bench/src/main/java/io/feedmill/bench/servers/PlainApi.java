package io.feedmill.bench.servers;

import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.FeedmillRequests;
import io.feedmill.emulators.ChildMain;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.JavaCommand;
import io.feedmill.stack.Platform;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** An API with one call, a home page, as a team would write it: a Spring MVC controller, the two queries of a page, and Jackson. A process of its own. */
public record PlainApi(ChildProcess process, URI url) implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int CONNECTIONS = 64;

    /** Starts one with the JVM options of Feedmill's processes. */
    public static PlainApi start(Platform platform, Endpoints endpoints) {
        String name = "plain-api-" + endpoints.dynamoDb().getPort();
        JavaCommand command = new JavaCommand(
                name,
                Platform.OPTIONS,
                StubStore.classPath(),
                PlainApi.class.getName(),
                List.of(endpoints.dynamoDb().toString()),
                Map.of());
        ChildProcess process = ChildProcess.start(command, platform.logs().resolve(name + ".log"));
        return new PlainApi(process, URI.create("http://127.0.0.1:" + process.awaitPort(START_LIMIT)));
    }

    /** The process: listens on any free port of 127.0.0.1 until its parent ends it. */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setDefaultProperties(Map.of(
                "store", arguments[0],
                "server.port", "0",
                "server.address", "127.0.0.1",
                "server.compression.enabled", "true",
                "spring.main.banner-mode", "off",
                "spring.threads.virtual.enabled", "true"));
        WebServerApplicationContext web = (WebServerApplicationContext) application.run();
        ChildMain.announce(Objects.requireNonNull(web.getWebServer()).getPort());
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }

    /** The application. */
    @EnableAutoConfiguration
    static class Application {

        @Bean
        HomePages pages(@Value("${store}") URI store) {
            return new HomePages(
                    BareCalls.at(store, DynamoDbClient.builder())
                            .httpClientBuilder(Apache5HttpClient.builder().maxConnections(CONNECTIONS))
                            .build(),
                    FeedmillRequests.homePages(List.of("-")).getFirst(),
                    FeedmillRequests.readerRows(List.of("-")).getFirst());
        }
    }

    /** The call, with the queries of some reader's home page, and of the reader's rows for what it leaves out. */
    @RestController
    record HomePages(DynamoDbClient store, QueryRequest feed, QueryRequest rows) {

        record Item(String post, String author, String text, String createdAt, long version, String via) {}

        record Page(List<Item> items, @Nullable String next) {}

        @GetMapping("/v1/feeds/home/{user}")
        Page page(@PathVariable String user) {
            Set<String> left =
                    query(rows, user).stream().map(row -> value(row, "sk").s()).collect(Collectors.toSet());
            List<Map<String, AttributeValue>> page = query(feed, "home:" + user);
            int limit = feed.limit() - 1;
            return new Page(
                    page.stream()
                            .limit(limit)
                            .filter(row -> !left.contains(
                                    "muted#" + value(row, "author").s()))
                            .map(HomePages::item)
                            .toList(),
                    page.size() > limit ? value(page.get(limit - 1), "sk").s() : null);
        }

        private List<Map<String, AttributeValue>> query(QueryRequest of, String partition) {
            return store.query(of.toBuilder()
                            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition)))
                            .build())
                    .items();
        }

        private static AttributeValue value(Map<String, AttributeValue> row, String name) {
            return Objects.requireNonNull(row.get(name));
        }

        private static Item item(Map<String, AttributeValue> row) {
            return new Item(
                    value(row, "post").s(),
                    value(row, "author").s(),
                    value(row, "text").s(),
                    Instant.ofEpochSecond(Long.parseLong(value(row, "expires").n()))
                            .toString(),
                    Long.parseLong(value(row, "revision").n()),
                    value(row, "via").s());
        }
    }
}
