package io.feedmill.chaos.plan;

import io.feedmill.chaos.plan.Draw.Shuffled;
import io.feedmill.chaos.rig.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All faults of a random run, by time. */
public record FaultSchedule(List<FaultEvent> events) {
    private static final List<String> QUEUES = List.of("publish", "deliver");
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT_FOR_SEND = Duration.ofSeconds(4);

    /** A random run, in which faults are injected for this length. The same settings make the same schedule. */
    public record Settings(long seed, Duration length, int workers) {}

    public static FaultSchedule of(Settings settings) {
        List<FaultEvent> events = new ArrayList<>();
        proxyFaults(events, settings, Side.STORE, FaultProfile.OF_THE_STORE);
        proxyFaults(events, settings, Side.WORKER_QUEUES, FaultProfile.OF_QUEUES);
        workerKills(events, settings);
        apiFaults(events, settings);
        poison(events, settings);
        return new FaultSchedule(
                events.stream().sorted(Comparator.comparing(FaultEvent::at)).toList());
    }

    /** Returns a line for each event. */
    public Stream<String> lines() {
        return events.stream()
                .map(event -> "%d:%04.1f  %s"
                        .formatted(event.at().toMinutes(), event.at().toMillis() % 60_000 / 1e3, event.text())
                        .indent(2)
                        .stripTrailing());
    }

    /** A side has one profile at a time. */
    private static void proxyFaults(
            List<FaultEvent> events, Settings settings, Side side, List<FaultProfile> profiles) {
        Draw draw = Draw.of(settings.seed(), "storms " + side);
        Shuffled<FaultProfile> order = draw.shuffled(profiles);
        Duration at = FIRST.plus(draw.seconds(0, 2));
        while (isInTime(at, settings)) {
            FaultEvent.ProxyFaults faults = cut(order.next().draw(at, side, draw), settings);
            events.add(faults);
            at = at.plus(faults.lasts()).plus(draw.seconds(0.5, 2));
        }
    }

    private static void workerKills(List<FaultEvent> events, Settings settings) {
        Draw draw = Draw.of(settings.seed(), "worker kills");
        for (Duration at = draw.seconds(2, 6); isInTime(at, settings); at = at.plus(draw.seconds(8, 20))) {
            events.add(new FaultEvent.WorkerKill(at, draw.from(0, settings.workers() - 1), draw.seconds(0, 4)));
        }
    }

    /** The API has one fault after the other. A kill before a send comes first, because it is the one that loses plans. */
    private static void apiFaults(List<FaultEvent> events, Settings settings) {
        Draw draw = Draw.of(settings.seed(), "API");
        Shuffled<FaultProfile> order = draw.shuffled(FaultProfile.OF_QUEUES);
        Duration at = draw.seconds(2, 5);
        for (int number = 0; isInTime(at, settings); number++) {
            events.add(
                    switch (number % 3) {
                        case 0 -> new FaultEvent.ApiKillBeforeSend(at, MAX_WAIT_FOR_SEND, draw.seconds(0, 2));
                        case 1 -> cut(order.next().draw(at, Side.API_QUEUES, draw), settings);
                        default -> new FaultEvent.ApiKill(at, draw.seconds(0, 2));
                    });
            at = at.plus(draw.seconds(20, 30));
        }
    }

    private static void poison(List<FaultEvent> events, Settings settings) {
        Draw draw = Draw.of(settings.seed(), "poison");
        Shuffled<Poison.Kind> kinds = draw.shuffled(List.of(Poison.Kind.values()));
        int number = 0;
        for (Duration at = draw.seconds(0.5, 2); isInTime(at, settings); at = at.plus(draw.seconds(1, 5))) {
            String queue = QUEUES.get(draw.from(0, QUEUES.size() - 1));
            Poison poison = Poison.of(kinds.next(), queue, settings.seed(), number++);
            events.add(new FaultEvent.PoisonMessage(at, poison));
        }
    }

    /** Faults that would outlast the run end with it. */
    private static FaultEvent.ProxyFaults cut(FaultEvent.ProxyFaults faults, Settings settings) {
        Duration rest = settings.length().minus(faults.at());
        return faults.lasts().compareTo(rest) <= 0 ? faults : faults.during(rest);
    }

    private static boolean isInTime(Duration at, Settings settings) {
        return at.plusSeconds(1).compareTo(settings.length()) < 0;
    }
}
