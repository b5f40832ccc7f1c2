package io.feedmill.chaos.rig;

import io.feedmill.faults.Statistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Measures what goes through the proxies of a rig from now on. */
public final class TrafficMeter {

    private final Rig rig;
    private final Map<Side, Statistics> before = new EnumMap<>(Side.class);

    public TrafficMeter(Rig rig) {
        this.rig = rig;
        for (Side side : Side.values()) {
            before.put(side, rig.statistics(side));
        }
    }

    /** Until now. */
    public Traffic traffic(Side side) {
        return Traffic.between(Objects.requireNonNull(before.get(side)), rig.statistics(side));
    }

    /** Until now, of every side. */
    public Map<Side, Traffic> traffic() {
        Map<Side, Traffic> all = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            all.put(side, traffic(side));
        }
        return all;
    }
}
