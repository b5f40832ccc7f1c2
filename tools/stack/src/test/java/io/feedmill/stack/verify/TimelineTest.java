package io.feedmill.stack.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.verify.Timeline.Change;
import io.feedmill.stack.verify.Timeline.Presence;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final Duration POST = Duration.ofSeconds(10);

    @Test
    void aConstantFollowerMustHaveThePost() {
        assertThat(new Timeline(true, List.of()).of(POST)).isEqualTo(Presence.MUST);
    }

    @Test
    void anotherUserMustNotHaveThePost() {
        assertThat(new Timeline(false, List.of()).of(POST)).isEqualTo(Presence.MUST_NOT);
    }

    @Test
    void anEarlierFollowerMustHaveThePost() {
        assertThat(timeline(false, follow(9)).of(POST)).isEqualTo(Presence.MUST);
    }

    @Test
    void anEarlierLeaverMustNotHaveThePost() {
        assertThat(timeline(true, unfollow(9)).of(POST)).isEqualTo(Presence.MUST_NOT);
        assertThat(timeline(false, follow(5), unfollow(9)).of(POST)).isEqualTo(Presence.MUST_NOT);
    }

    @Test
    void aUserWithAnUnsettledChangeMayHaveThePost() {
        assertThat(timeline(false, follow(10)).of(POST)).isEqualTo(Presence.MAY);
        assertThat(timeline(true, unfollow(11)).of(POST)).isEqualTo(Presence.MAY);
    }

    @Test
    void aUserWithALaterChangeMayHaveThePost() {
        assertThat(timeline(false, follow(5), unfollow(500)).of(POST)).isEqualTo(Presence.MAY);
        assertThat(timeline(true, unfollow(5), follow(500)).of(POST)).isEqualTo(Presence.MAY);
    }

    @Test
    void aUserWithANeverSettledChangeMayHaveAllLaterPosts() {
        Change unsure = new Change(true, Change.NEVER);
        assertThat(timeline(false, unsure).of(Duration.ofDays(1))).isEqualTo(Presence.MAY);
        assertThat(timeline(false, unsure).isSettled()).isFalse();
    }

    @Test
    void theLastChangeCounts() {
        assertThat(timeline(true, unfollow(5), follow(6)).follows()).isTrue();
        assertThat(timeline(true, unfollow(5)).follows()).isFalse();
        assertThat(timeline(true).follows()).isTrue();
        assertThat(timeline(true, unfollow(5)).isSettled()).isTrue();
    }

    private static Timeline timeline(boolean initially, Change... changes) {
        return new Timeline(initially, List.of(changes));
    }

    private static Change follow(int second) {
        return new Change(true, Duration.ofSeconds(second));
    }

    private static Change unfollow(int second) {
        return new Change(false, Duration.ofSeconds(second));
    }
}
