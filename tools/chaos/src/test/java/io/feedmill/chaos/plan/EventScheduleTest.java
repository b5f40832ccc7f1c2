package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.plan.EventSchedule.TimedEvent;
import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventScheduleTest {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final EventSchedule SCHEDULE = new EventSchedule(settings(1, LENGTH, 800));

    @Test
    void theSameSeedHasTheSameCalls() {
        assertThat(new EventSchedule(settings(1, LENGTH, 800)).sequences()).isEqualTo(SCHEDULE.sequences());
        assertThat(new EventSchedule(settings(2, LENGTH, 800)).sequences()).isNotEqualTo(SCHEDULE.sequences());
    }

    @Test
    void fiveMinutesHaveEveryCall() {
        List<Class<?>> kinds =
                events(SCHEDULE).<Class<?>>map(Object::getClass).distinct().toList();
        assertThat(kinds).containsExactlyInAnyOrder(Event.class.getPermittedSubclasses());
    }

    @Test
    void aSequenceIsAboutOnePostOrOnePair() {
        assertThat(SCHEDULE.sequences()).hasSizeGreaterThan(1_300).allSatisfy(sequence -> {
            assertThat(sequence).extracting(TimedEvent::at).isSorted();
            assertThat(sequence.stream().map(call -> subject(call.event())).distinct())
                    .hasSize(1);
        });
        assertThat(SCHEDULE.sequences())
                .extracting(sequence -> subject(sequence.getFirst().event()))
                .doesNotHaveDuplicates();
    }

    @Test
    void noAuthorWritesMoreThanAFollowBrings() {
        EventSchedule longRun = new EventSchedule(settings(1, Duration.ofHours(2), 20));
        assertThat(events(longRun)
                        .filter(Event.Publish.class::isInstance)
                        .collect(
                                Collectors.groupingBy(event -> ((Event.Publish) event).author(), Collectors.counting()))
                        .values())
                .allMatch(count -> count == FeedModel.MAX_POSTS_AN_AUTHOR);
    }

    private static Stream<Event> events(EventSchedule schedule) {
        return schedule.sequences().stream().flatMap(List::stream).map(TimedEvent::event);
    }

    /** Returns the post, or both users in alphabetical order. */
    private static List<String> subject(Event event) {
        return switch (event) {
            case Event.Publish publish -> List.of(publish.post());
            case Event.Edit edit -> List.of(edit.post());
            case Event.Retract retract -> List.of(retract.post());
            case Event.Permit permit -> List.of(permit.post());
            case Event.Follow follow -> pair(follow.user(), follow.author());
            case Event.Unfollow unfollow -> pair(unfollow.user(), unfollow.author());
            case Event.Mute mute -> pair(mute.user(), mute.author());
            case Event.Unmute unmute -> pair(unmute.user(), unmute.author());
            case Event.Block block -> pair(block.user(), block.other());
            case Event.Unblock unblock -> pair(unblock.user(), unblock.other());
        };
    }

    private static List<String> pair(String... users) {
        return Arrays.stream(users).sorted().toList();
    }

    private static Settings settings(long seed, Duration length, int users) {
        return new Settings(seed, length, 3, 50, users);
    }
}
