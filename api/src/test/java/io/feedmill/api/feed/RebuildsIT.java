package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rebuilds of home feeds, as clients see them. */
@ApiTest
record RebuildsIT(Http http, MemoryStores stores, MemoryQueue queue) {
    private static String path(String name) {
        return "/v1/feeds/home/" + name + ":rebuild";
    }

    private OpenWork open(UserId user) {
        return Stores.openRows(
                        stores,
                        work -> work.kind().equals(Rebuild.KIND)
                                && work.author().equals(user))
                .getFirst()
                .work();
    }

    @Test
    void aRebuildIsAcceptedOnceAnHour() {
        Answer accepted = http.send("POST", path("rebuilt.alice"));
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.json().propertyNames()).containsExactly("state", "authors", "startedAt");
        assertThat(accepted.text("state")).isEqualTo("RUNNING");
        assertThat(queue.sent())
                .filteredOn(sent -> sent.message().author().equals(user("rebuilt.alice")))
                .extracting(MemoryQueue.Sent::message)
                .containsExactly(Rebuild.of(open(user("rebuilt.alice"))));
        Answer again = http.send("POST", path("rebuilt.alice"));
        assertThat(again.status()).isEqualTo(429);
        assertThat(again.problem()).isEqualTo("rebuilt-recently");
        assertThat(Integer.parseInt(again.header("Retry-After"))).isBetween(3_500, 3_600);
    }

    @Test
    void itsProgressIsShown() {
        http.send("POST", path("rebuilt.bob"));
        OpenWork work = open(user("rebuilt.bob"));
        stores.rebuilds().advance(work, Reached.NOTHING, new Reached(25, user("m")), Instant.now());
        Answer running = http.get(path("rebuilt.bob"));
        assertThat(running.text("state")).isEqualTo("RUNNING");
        assertThat(running.json().path("authors").asInt()).isEqualTo(25);
        assertThat(running.json().has("completedAt")).isFalse();
        stores.rebuilds().end(work, 31);
        Answer complete = http.get(path("rebuilt.bob"));
        LastRebuild last = stores.rebuilds().find(user("rebuilt.bob")).orElseThrow();
        assertThat(complete.text("state")).isEqualTo("COMPLETE");
        assertThat(complete.json().path("authors").asInt()).isEqualTo(31);
        assertThat(Instant.parse(complete.text("startedAt"))).isEqualTo(last.startedAt());
        assertThat(Instant.parse(complete.text("completedAt"))).isEqualTo(last.completedAt());
    }

    @Test
    void pagesSaySoWhileItRuns() {
        assertThat(http.get("/v1/feeds/home/rebuilt.cleo").json().has("rebuilding"))
                .isFalse();
        http.send("POST", path("rebuilt.cleo"));
        Answer page = http.get("/v1/feeds/home/rebuilt.cleo");
        assertThat(page.json().path("rebuilding").asBoolean()).isTrue();
        assertThat(page.text("end")).isEqualTo("complete");
        stores.rebuilds().end(open(user("rebuilt.cleo")), 0);
        assertThat(http.get("/v1/feeds/home/rebuilt.cleo").json().has("rebuilding"))
                .isFalse();
    }

    @Test
    void anUnknownRebuildIsNotFound() {
        assertThat(http.get(path("rebuilt.nobody")).problem()).isEqualTo("rebuild-not-found");
        assertThat(List.of(
                        http.get(path("a%20b")).problem(),
                        http.send("POST", path("a%20b")).problem()))
                .containsOnly("invalid-user");
    }
}
