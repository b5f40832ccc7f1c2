package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of {@link DeviceStore}. */
public abstract class DeviceStoreContract extends Contract {
    private final DeviceStore devices = stores.devices();
    private final String device = fresh("123");
    private final EventRequest all = all(device, 100);

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private static DeviceEvent event(String id, long millis) {
        return new DeviceEvent(new EventKey(millis, id), "data of " + id);
    }

    private static List<DeviceEvent> events(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> event("e" + i, 1_535_544_000_000L + i))
                .toList();
    }

    private List<DeviceEvent> walk(EventRequest request) {
        return walk(request.limit(), (@Nullable EventKey after) -> devices.page(request.after(after)));
    }

    /** Example 1 of the article: three records of device 123, and the ones before 2018-09-04T00:00Z. */
    @Test
    void theArticlesDeviceQueriesFindItsEvents() {
        DeviceEvent august = event("1", millis("2018-08-29T12:00:00Z"));
        DeviceEvent september = event("2", millis("2018-09-04T01:00:00Z"));
        DeviceEvent earlier = event("3", millis("2011-07-09T13:00:00Z"));
        assertThat(devices.append(device, List.of(august, september, earlier))).isEqualTo(3);
        long before = 1_536_019_200_000L;
        assertThat(devices.page(between(all, 0, before)).items()).containsExactly(earlier, august);
        assertThat(devices.page(newestFirst(between(all, 0, before))).items()).containsExactly(august, earlier);
        assertThat(devices.page(between(all, before, EventKey.MAX_MILLIS + 1)).items())
                .containsExactly(september);
        assertThat(devices.page(between(all, millis("2018-08-01T00:00:00Z"), millis("2018-10-01T00:00:00Z")))
                        .items())
                .containsExactly(august, september);
    }

    @Test
    void eventsAreReadInBothOrders() {
        List<DeviceEvent> events = events(25);
        devices.append(device, events.reversed());
        EventRequest pages = all(device, 10);
        assertThat(walk(pages)).isEqualTo(events);
        assertThat(walk(newestFirst(pages))).isEqualTo(events.reversed());
        long first = events.getFirst().key().millis();
        assertThat(walk(newestFirst(between(pages, first + 3, first + 20))))
                .isEqualTo(events.subList(3, 20).reversed());
    }

    @Test
    void theLastPageOfALogHasNoCursor() {
        devices.append(device, events(10));
        assertThat(devices.page(all(device, 10)).next()).isNull();
        assertThat(devices.page(all(device, 9)).next())
                .isEqualTo(events(9).getLast().key());
    }

    @Test
    void eventsOfOneMillisecondAreAllStored() {
        List<DeviceEvent> events = List.of(event("a", 1_000), event("a-", 1_000), event("b", 1_000));
        assertThat(devices.append(device, events)).isEqualTo(3);
        assertThat(walk(all(device, 1))).isEqualTo(events);
        assertThat(devices.page(between(all, 1_000, 1_001)).items()).isEqualTo(events);
        assertThat(devices.page(between(all, 1_001, 2_000)).items()).isEmpty();
    }

    @Test
    void aDuplicateIsIgnoredWithAnyPayload() {
        DeviceEvent first = event("a", 1_000);
        DeviceEvent again = new DeviceEvent(first.key(), "other");
        assertThat(devices.append(device, List.of(first, again))).isEqualTo(1);
        assertThat(devices.page(all).items()).containsExactly(first);
        assertThat(devices.append(device, List.of(again))).isZero();
        assertThat(devices.append(device, List.of(again, event("b", 1_000)))).isEqualTo(1);
        assertThat(devices.page(all).items()).containsExactly(first, event("b", 1_000));
    }

    @Test
    void aListOf500IsStoredOnceAfterSeveralAttempts() {
        List<DeviceEvent> events = events(500);
        assertThat(devices.append(device, events.subList(100, 130))).isEqualTo(30);
        assertThat(devices.append(device, events)).isEqualTo(470);
        assertThat(devices.append(device, events)).isZero();
        assertThat(walk(all)).isEqualTo(events);
    }

    @Test
    void concurrentListsStoreEachEventOnce() {
        List<DeviceEvent> events = events(60);
        Race.of(4, () -> devices.append(device, events));
        assertThat(walk(all)).isEqualTo(events);
    }

    @Test
    void anEventExpiresNinetyDaysAfterItsAppendAndMayThenBeAppendedAgain() {
        DeviceEvent one = event("a", 1_000);
        DeviceEvent two = event("b", 1_000);
        assertThat(devices.append(device, List.of(one, two))).isEqualTo(2);
        clock.advance(Duration.ofDays(90).minusSeconds(2));
        assertThat(devices.page(all).items()).containsExactly(one, two);
        clock.advance(Duration.ofSeconds(3));
        assertThat(devices.page(all).items()).isEmpty();
        assertThat(devices.append(device, List.of(one))).isEqualTo(1);
        assertThat(devices.append(device, List.of(one, two))).isEqualTo(1);
        assertThat(devices.page(all).items()).containsExactly(one, two);
    }

    @Test
    void anUnknownDeviceHasNoEventsAlsoIfItsIdBeginsAlike() {
        devices.append(device, events(1));
        assertThat(devices.page(all(device + "0", 10))).isEqualTo(new Page<>(List.of(), null));
    }

    /** All events, oldest first. */
    private static EventRequest all(String device, int limit) {
        return new EventRequest(device, 0, EventKey.MAX_MILLIS + 1, false, null, limit);
    }

    private static EventRequest between(EventRequest request, long from, long to) {
        return new EventRequest(request.device(), from, to, request.newestFirst(), request.after(), request.limit());
    }

    private static EventRequest newestFirst(EventRequest request) {
        return new EventRequest(
                request.device(), request.fromMillis(), request.toMillis(), true, request.after(), request.limit());
    }
}
