package io.feedmill.cli.estimate;

import static io.feedmill.common.cost.RowSizes.gigabytes;

import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.common.cost.Costs;
import io.feedmill.common.cost.RowSizes;
import java.util.Map;
import java.util.TreeMap;

/** What the tables hold after a year: rows that expire, and those that stay. TTL deletes within days, which are not counted. */
final class Storage {
    private static final double DAYS = 365;

    /** Of ledger, views and slices. */
    private static final double KEPT = 90;

    private static final double COUNTER_SHARDS = 8;
    private static final int SMALL_ROW = 100;
    private static final int LEDGER_ROW = 154;

    private Storage() {}

    /** Returns the GB by table. */
    static Map<String, Double> gigabytesOf(Load load) {
        Activity activity = load.activity();
        RowSizes rows = load.setup().rows();
        double users = load.authors().users();
        double posts = activity.posts() * DAYS;
        double slices = activity.posts() * load.mean(group -> Costs.slices(load.delivered(group)));
        double counted = (activity.views() + activity.reactions()) * DAYS;
        Map<String, Double> tables = new TreeMap<>();
        tables.put("homes", gigabytes(load.homeRows() * users * load.dormant().awake(), rows.home()));
        tables.put("authors", gigabytes(posts, rows.author()));
        tables.put("posts", gigabytes(posts + activity.edits() * DAYS, rows.version()));
        tables.put("fanouts", gigabytes(posts, rows.job()) + gigabytes((slices + activity.edits()) * KEPT, SMALL_ROW));
        tables.put("follows", gigabytes(2 * load.authors().follows(), rows.follow()));
        tables.put(
                "counters",
                gigabytes(
                        Math.min(posts, COUNTER_SHARDS * users) + Math.min(counted, COUNTER_SHARDS * posts),
                        SMALL_ROW));
        tables.put(
                "ledger", gigabytes((activity.posts() + activity.retractions() + activity.views()) * KEPT, LEDGER_ROW));
        tables.put("views", gigabytes(activity.views() * KEPT, SMALL_ROW / 2));
        tables.put("reactions", gigabytes(activity.reactions() * DAYS, SMALL_ROW / 2));
        return tables;
    }
}
