package io.feedmill.chaos.plan;

import io.feedmill.chaos.rig.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws what happens in a run. */
final class EventDraw {

    private static final List<String> QUEUES = List.of("publish", "deliver");
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final ChaosSettings settings;
    private final List<Event> events = new ArrayList<>();

    private EventDraw(ChaosSettings settings) {
        this.settings = settings;
    }

    /** By time. */
    static List<Event> draw(ChaosSettings settings) {
        EventDraw draw = new EventDraw(settings);
        draw.storms(Side.STORE, Disturbance.OF_THE_STORE);
        draw.storms(Side.WORKER_QUEUES, Disturbance.OF_QUEUES);
        draw.workerKills();
        draw.apiTroubles();
        draw.poison();
        return draw.events.stream().sorted(Comparator.comparing(Event::at)).toList();
    }

    /** One storm a side at a time. One that would outlast the run is cut short. */
    private void storms(Side side, List<Disturbance> kinds) {
        Dice dice = dice("storms " + side);
        Deck<Disturbance> deck = new Deck<>(kinds, dice.random());
        Duration at = FIRST.plus(dice.seconds(0, 2));
        while (isInTime(at)) {
            Event.Storm storm = cut(deck.next().storm(at, side, dice));
            events.add(storm);
            at = at.plus(storm.lasts()).plus(dice.seconds(0.5, 2));
        }
    }

    private void workerKills() {
        Dice dice = dice("worker kills");
        for (Duration at = dice.seconds(2, 6); isInTime(at); at = at.plus(dice.seconds(8, 20))) {
            events.add(new Event.WorkerKilled(at, dice.from(0, settings.workers() - 1), dice.seconds(0, 4)));
        }
    }

    /** What happens to the API happens one after the other: a kill before the send is first, because it is the one that loses plans. */
    private void apiTroubles() {
        Dice dice = dice("API");
        Deck<Disturbance> storms = new Deck<>(Disturbance.OF_QUEUES, dice.random());
        Duration at = dice.seconds(2, 5);
        for (int trouble = 0; isInTime(at); trouble++) {
            events.add(apiTrouble(trouble, at, storms, dice));
            at = at.plus(dice.seconds(20, 30));
        }
    }

    private Event apiTrouble(int trouble, Duration at, Deck<Disturbance> storms, Dice dice) {
        return switch (trouble % 3) {
            case 0 -> new Event.ApiKilledBeforeSend(at, Duration.ofSeconds(4), dice.seconds(0, 2));
            case 1 -> cut(storms.next().storm(at, Side.API_QUEUES, dice));
            default -> new Event.ApiKilled(at, dice.seconds(0, 2));
        };
    }

    private void poison() {
        Dice dice = dice("poison");
        Deck<Poison.Kind> kinds = new Deck<>(List.of(Poison.Kind.values()), dice.random());
        int number = 0;
        for (Duration at = dice.seconds(0.5, 2); isInTime(at); at = at.plus(dice.seconds(1, 5))) {
            String queue = QUEUES.get(dice.from(0, QUEUES.size() - 1));
            events.add(new Event.Poisoned(at, Poison.of(kinds.next(), queue, settings.seed(), number++)));
        }
    }

    private Event.Storm cut(Event.Storm storm) {
        Duration rest = settings.length().minus(storm.at());
        return storm.lasts().compareTo(rest) <= 0
                ? storm
                : new Event.Storm(storm.at(), rest, storm.side(), storm.what(), storm.rules());
    }

    private boolean isInTime(Duration at) {
        return at.plusSeconds(1).compareTo(settings.length()) < 0;
    }

    private Dice dice(String purpose) {
        return Dice.of(settings.seed(), purpose);
    }
}
