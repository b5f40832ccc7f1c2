package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.UserId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;

class LiveStreamsTest {
    private final LiveWorld world = new LiveWorld();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private LiveStreams streams(int max) {
        return new LiveStreams(
                new LiveSettings(max),
                new TomcatServerProperties(),
                world.pages,
                world::count,
                new ApiMetrics(meters),
                world.clock);
    }

    private double open() {
        return meters.get("feedmill.live.streams").gauge().value();
    }

    /** Opens 200 at once; returns those that were opened, and the numbers of the problems by status. */
    private static List<HomeLoop> race(
            LiveStreams streams, IntFunction<UserId> users, Map<Integer, AtomicInteger> problems) {
        List<HomeLoop> opened = new CopyOnWriteArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 200)
                    .forEach(i -> clients.execute(() -> {
                        try {
                            opened.add(streams.open(users.apply(i)));
                        } catch (ProblemException e) {
                            problems.computeIfAbsent(e.getStatusCode().value(), status -> new AtomicInteger())
                                    .incrementAndGet();
                        }
                    }));
        }
        return opened;
    }

    @Test
    void aUserHasFiveAndOneLoop() {
        LiveStreams streams = streams(100);
        Map<Integer, AtomicInteger> problems = new ConcurrentHashMap<>();
        List<HomeLoop> opened = race(streams, i -> user("ann"), problems);
        assertThat(opened).hasSize(5).containsOnly(opened.getFirst());
        assertThat(problems.values().stream().mapToInt(AtomicInteger::get).sum())
                .isEqualTo(195);
        assertThat(open()).isEqualTo(5);
        opened.forEach(streams::close);
        assertThat(open()).isZero();
        HomeLoop another = streams.open(user("ann"));
        assertThat(another).isNotEqualTo(opened.getFirst());
        streams.close(another);
    }

    @Test
    void anInstanceHasSoMany() {
        LiveStreams streams = streams(100);
        Map<Integer, AtomicInteger> problems = new ConcurrentHashMap<>();
        List<HomeLoop> opened = race(streams, i -> user("user-" + i), problems);
        assertThat(opened).hasSize(100).doesNotHaveDuplicates();
        assertThat(problems).containsOnlyKeys(503);
        opened.forEach(streams::close);
        assertThat(open()).isZero();
    }

    private static String refused(LiveStreams streams, String name) {
        try {
            streams.open(user(name));
            return "none";
        } catch (ProblemException e) {
            assertThat(e.getHeaders().getFirst("Retry-After")).isEqualTo("5");
            return String.valueOf(e.getBody().getTitle());
        }
    }

    @Test
    void takesNoneWhenTheProcessEnds() {
        LiveStreams streams = streams(100);
        streams.stop();
        assertThat(refused(streams, "ann")).isEqualTo("Too busy");
    }

    @Test
    void refusesToTakeAllConnections() {
        assertThatThrownBy(() -> streams(new TomcatServerProperties().getMaxConnections()))
                .hasMessage("feedmill.live.max-streams must be below server.tomcat.max-connections");
    }
}
