package io.feedmill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.client.Calls.LiveEvents;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.Transport.Call;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveEventsTest {
    private static final String JSON = """
            {"post": "p", "author": "ann", "text": "hi", "createdAt": "2026-01-01T00:00:00Z", "version": 1, "via": "self"}""";
    private static final FeedItem ITEM =
            new FeedItem("p", "ann", "hi", null, Instant.parse("2026-01-01T00:00:00Z"), 1, "self", null, null);
    private static final String PAGE = """
            event: page
            data: {"items": [%s], "end": "complete"}

            """.formatted(JSON);

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    private Stream<LiveEvent> events() {
        return api.client().liveHomeFeed("ann");
    }

    @Test
    void readsAllKindsAndSkipsCommentsAndUnknownOnes() {
        api.answers(PAGE + """
                : still here

                event: put
                data:%s

                event: wink
                data: {}

                event: remove
                data: {"post": "p", "reason": "hidden"}

                event: end
                data: {"reason": "shutdown", "more": 1}

                """.formatted(JSON));
        assertThat(events())
                .containsExactly(
                        new LiveEvent.Page(new Page<>(List.of(ITEM), null, "complete", null, false, null)),
                        new LiveEvent.Put(ITEM),
                        new LiveEvent.Remove("p", "hidden"),
                        new LiveEvent.End("shutdown"));
        assertThat(api.calls()).containsExactly("GET /v1/feeds/home/ann/live");
        assertThat(api.received.getFirst().header("Accept")).contains("text/event-stream");
    }

    @Test
    void aProblemIsAnException() {
        api.busy(429, 3).fails(403, "not-your-feed");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(this::events)
                .withMessage("GET %s/v1/feeds/home/ann/live answered 403: A sentence.", api.url())
                .returns(true, problem -> problem.is("not-your-feed"));
        assertThat(api.slept).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void aCutIsATemporaryFailureAfterTheEventsBefore() {
        api.isCutAfter(PAGE);
        List<LiveEvent> before = new ArrayList<>();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> events().forEach(before::add))
                .withMessageContaining("/v1/feeds/home/ann/live was cut: java.io.")
                .returns(true, ProblemException::isTemporary);
        assertThat(before).hasSize(1);
    }

    @Test
    void somethingUnreadableIsNotTemporary() {
        api.answers("event: page\ndata: <html/>\n\n");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> events().toList())
                .returns(false, ProblemException::isTemporary);
    }

    @Test
    void aClosedStreamHasNoMoreEvents() {
        api.answers(PAGE);
        Stream<LiveEvent> events = events();
        Iterator<LiveEvent> each = events.iterator();
        assertThat(each.next()).isInstanceOf(LiveEvent.Page.class);
        events.close();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(each::hasNext)
                .withMessageEndingWith("was cut: java.io.IOException: closed");
    }

    /** The fourth wait for a line is too long: the page has three. */
    @Test
    void aSilentConnectionIsClosed() throws Exception {
        api.answers(PAGE);
        Call call = new Call(FeedmillClient.class.getMethod("liveHomeFeed", String.class), new Object[] {"ann"});
        HttpResponse<Stream<String>> answer = api.transport(Limits.DEFAULT, api).send(call, LiveEvents.LINES);
        List<Runnable> waits = new ArrayList<>();
        Executor silence = wait -> {
            waits.add(wait);
            if (waits.size() == 4) {
                wait.run();
            }
        };
        Iterator<LiveEvent> events = LiveEvents.of(answer, silence).iterator();
        assertThat(events.next()).isInstanceOf(LiveEvent.Page.class);
        waits.forEach(Runnable::run);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(events::next)
                .withMessageContaining("was cut")
                .returns(true, ProblemException::isTemporary);
    }
}
