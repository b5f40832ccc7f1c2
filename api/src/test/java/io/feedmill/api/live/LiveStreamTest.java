package io.feedmill.api.live;

import static io.feedmill.api.live.LiveWorld.BOB;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.live.LiveStream.EventWriter;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.rights.UserRights;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.OngoingCall;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.PostId;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Users;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import tools.jackson.databind.json.JsonMapper;

class LiveStreamTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(values -> values.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final LiveWorld world = new LiveWorld();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ApiMetrics metrics = new ApiMetrics(meters);
    private final HomeLoop loop = new HomeLoop(BOB, world.pages, world::count, metrics, world.clock);
    private final Thread thread = Thread.startVirtualThread(loop::run);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @AfterEach
    void end() throws InterruptedException {
        loop.remove();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    /** A stream that ends with the process after some checks. */
    private LiveStream stream(int checks) {
        Jwt token = Jwt.withTokenValue("x")
                .header("alg", "ES256")
                .issuedAt(SettableClock.START)
                .expiresAt(SettableClock.START.plus(Duration.ofHours(1)))
                .build();
        UserRights rights =
                new UserRights(world.stores.rights(), new SuspendSafeClock(world.clock::nanoTime, world.clock));
        Caller bob = new Caller("bob", Set.of(Scope.FEED), BOB, Users.user("feedmill"), rights);
        AtomicInteger done = new AtomicInteger();
        return new LiveStream(
                loop,
                new OngoingCall(bob, token, value -> token, world.clock),
                new EventWriter(out, JSON),
                () -> done.incrementAndGet() > checks,
                metrics);
    }

    private static String unseen(int number) {
        return "event: unseen\ndata: {\"unseen\":" + number + ",\"more\":false}\n\n";
    }

    private static String end(String reason) {
        return "event: end\ndata: {\"reason\":\"" + reason + "\"}\n\n";
    }

    @Test
    void writesWhatHasMoved() throws Exception {
        PostId gone = world.deliver("ann", world.ago(60));
        HomePage first = loop.now();
        LiveStream stream = stream(1);
        world.unseen = 7;
        world.pass(Duration.ofSeconds(5));
        world.stores.readers().mute(BOB, Users.user("ann"));
        PostId post = world.deliver("cleo", world.ago(2));
        loop.now();
        stream.follow(first);
        assertThat(out.toString(UTF_8))
                .isEqualTo(unseen(7) + "event: remove\ndata: {\"post\":\"" + gone + "\",\"reason\":\"hidden\"}\n\n"
                        + "event: put\ndata: {\"post\":\"" + post + "\",\"author\":\"cleo\",\"text\":\"hello\","
                        + "\"createdAt\":\"2026-03-01T12:00:03.000000000Z\",\"version\":1,\"via\":\"follow\"}\n\n"
                        + end("shutdown"));
        assertThat(meters.get("feedmill.live.delay").timer().max(TimeUnit.SECONDS))
                .isEqualTo(2);
    }

    @Test
    void endsWhenItsFeedCannotBeReadForThirtySeconds() throws Exception {
        HomePage first = loop.now();
        world.beforeCall = () -> {
            throw new StorageException(Kind.TRANSIENT, "no answer");
        };
        // a look while the recalls are stale reads nothing, and does not fail
        for (int second = 0; second < 30; second++) {
            world.pass(Duration.ofSeconds(1));
        }
        stream(100).follow(first);
        assertThat(out.toString(UTF_8)).isEqualTo(unseen(0) + end("unavailable"));
    }

    @Test
    void endsWithItsToken() throws Exception {
        HomePage first = loop.now();
        world.pass(Duration.ofHours(1));
        stream(100).follow(first);
        assertThat(out.toString(UTF_8)).isEqualTo(unseen(0) + end("expired"));
    }
}
