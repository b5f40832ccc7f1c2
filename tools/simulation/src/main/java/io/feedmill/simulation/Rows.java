package io.feedmill.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The tables when all work is done: no row of work is left, each row has its owner, what is written twice is equal. By {@code docs/data-model.md}. */
final class Rows {
    private static final Duration RETENTION = Duration.ofDays(30);
    /** Events stay for 90 days, by clocks that may be off. */
    private static final long LEDGER_SECONDS = Duration.ofDays(89).toSeconds();

    private final World world;
    /** Follower and author of each line of an import: no transaction writes its two rows. */
    private final Set<String> imported;

    private final List<String> wrong = new ArrayList<>();
    private final long now;
    /** Of each author feed, by its key. */
    private final Map<String, Map<String, Map<String, AttributeValue>>> posts = new LinkedHashMap<>();
    /** Follower and author. */
    private final Set<String> follows = new HashSet<>();

    private Rows(World world, Set<String> imported) {
        this.world = world;
        this.imported = imported;
        this.now = world.time().instant().getEpochSecond();
    }

    /** Returns what is wrong; empty: nothing. */
    static List<String> wrong(World world, Set<String> imported) {
        Rows rows = new Rows(world, imported);
        rows.authors();
        rows.follows();
        rows.readers();
        rows.homes();
        rows.work();
        rows.documents();
        rows.ledger();
        return rows.wrong;
    }

    private void require(boolean holds, String what, Map<String, AttributeValue> row) {
        if (!holds) {
            Map<String, String> told = new LinkedHashMap<>();
            row.keySet().stream().sorted().forEach(name -> told.put(name, text(row, name)));
            wrong.add(what + ": " + told);
        }
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        AttributeValue value = row.get(name);
        if (value == null) {
            return "";
        }
        return value.s() != null
                ? value.s()
                : value.n() != null
                        ? value.n()
                        : value.bool() != null ? value.bool().toString() : value.toString();
    }

    private static String after(String prefix, String key) {
        return key.substring(prefix.length());
    }

    private void authors() {
        for (Map<String, AttributeValue> row : world.rows("authors")) {
            posts.computeIfAbsent(after("user:", text(row, "pk")), none -> new LinkedHashMap<>())
                    .put(text(row, "sk"), row);
        }
    }

    private @Nullable Map<String, AttributeValue> truth(String author, String key) {
        return posts.getOrDefault(author, Map.of()).get(key);
    }

    private static boolean isGone(@Nullable Map<String, AttributeValue> truth) {
        return truth == null || truth.containsKey("gone");
    }

    private void follows() {
        mirrors("follows", "followers:", "following:", "");
        mirrors("follows", "requests:", "requesting:", "#");
        for (Map<String, AttributeValue> row : world.rows("follows")) {
            if (text(row, "pk").startsWith("following:")) {
                follows.add(after("following:", text(row, "pk")) + " " + text(row, "sk"));
            }
        }
    }

    /** Each row of one partition has one of the same attributes under the sort key's partition. */
    private void mirrors(String table, String one, String other, String no) {
        Map<String, Map<String, AttributeValue>> found = new LinkedHashMap<>();
        Map<String, Map<String, AttributeValue>> mirrors = new LinkedHashMap<>();
        for (Map<String, AttributeValue> row : world.rows(table)) {
            String pk = text(row, "pk");
            String sk = text(row, "sk");
            if (pk.startsWith(one) && (no.isEmpty() || !sk.startsWith(no))) {
                found.put(sk + " " + after(one, pk), row);
            } else if (pk.startsWith(other)) {
                mirrors.put(after(other, pk) + " " + sk, row);
            }
        }
        Set<String> pairs = new TreeSet<>(found.keySet());
        pairs.addAll(mirrors.keySet());
        for (String pair : pairs) {
            Map<String, AttributeValue> a = found.get(pair);
            Map<String, AttributeValue> b = mirrors.get(pair);
            // "If it crashes, or the user unfollows at the same moment, one of the two may be left."
            boolean equal = a != null && b != null && withoutKey(a).equals(withoutKey(b));
            require(
                    equal || imported.contains(pair),
                    one + " and " + other + " differ"
                            + (a == null ? ", the first is absent" : b == null ? ", the second is absent" : ""),
                    Objects.requireNonNull(a == null ? b : a));
        }
    }

    private static Map<String, AttributeValue> withoutKey(Map<String, AttributeValue> row) {
        Map<String, AttributeValue> rest = new LinkedHashMap<>(row);
        rest.remove("pk");
        rest.remove("sk");
        return rest;
    }

    private void readers() {
        Set<String> blocks = new TreeSet<>();
        Set<String> mirrors = new TreeSet<>();
        for (Map<String, AttributeValue> row : world.rows("readers")) {
            String pk = text(row, "pk");
            String sk = text(row, "sk");
            require(!sk.startsWith("hidden#"), "an author is hidden, and no unfollow is open", row);
            if (pk.startsWith("blocked-by:")) {
                mirrors.add(sk + " " + after("blocked-by:", pk));
            } else if (sk.startsWith("blocked#")) {
                blocks.add(pk + " " + after("blocked#", sk));
            } else if (sk.equals("rebuild")) {
                require(row.containsKey("completed"), "a rebuild is not complete", row);
            }
        }
        if (!blocks.equals(mirrors)) {
            wrong.add("blocks " + blocks + " and their mirrors " + mirrors + " differ");
        }
        for (String block : blocks) {
            int space = block.indexOf(' ');
            for (String follow : List.of(block, block.substring(space + 1) + " " + block.substring(0, space))) {
                // "An import reads the blocks after its writes, and ends what they forbid": not if it dies between.
                require(
                        !follows.contains(follow) || imported.contains(follow),
                        "a follow across a block: " + follow,
                        Map.of());
            }
        }
    }

    private void homes() {
        for (Map<String, AttributeValue> row : world.rows("homes")) {
            String owner = after("home:", text(row, "pk"));
            String author = text(row, "author");
            String key = text(row, "sk");
            long created = (Long.MAX_VALUE - Long.parseLong(key.substring(0, 19))) / 1_000_000_000;
            if (created + RETENTION.toSeconds() <= now || Long.parseLong(text(row, "expires")) <= now) {
                continue;
            }
            Map<String, AttributeValue> truth = truth(author, key);
            if (truth == null || isGone(truth)) {
                require(false, truth == null ? "an item of no post" : "an item of a retracted post", row);
                continue;
            }
            require(
                    text(row, "revision").equals(text(truth, "revision")),
                    "an item of another version than " + truth,
                    row);
            if (!owner.equals(author)) {
                require(follows.contains(owner + " " + author), "an item of an author who is not followed", row);
                require(!truth.containsKey("onRead"), "an item of a post on read", row);
                AttributeValue readers = truth.get("readers");
                boolean admits = !text(truth, "audience").equals("users")
                        || (readers != null && readers.ss().contains(owner));
                require(admits, "an item that its owner may not read", row);
            }
        }
    }

    private void work() {
        for (Map<String, AttributeValue> row : world.rows("outbox")) {
            require(!text(row, "pk").matches("[0-9]+|orphans"), "open work", row);
        }
        for (Map<String, AttributeValue> row : world.rows("fanouts")) {
            if (text(row, "sk").equals("job")) {
                require(text(row, "state").equals("COMPLETE") && !row.containsKey("pending"), "an open job", row);
            }
        }
        for (Map<String, AttributeValue> row : world.rows("recalls")) {
            String pk = text(row, "pk");
            require(!pk.startsWith("notices#"), "a notice that no API has deleted", row);
            require(!pk.matches("[0-9]+") || row.containsKey("ended"), "a recall that nobody ends", row);
        }
    }

    private void documents() {
        Set<String> retracted = new HashSet<>();
        List<Map<String, AttributeValue>> rows = world.rows("posts");
        for (Map<String, AttributeValue> row : rows) {
            if (row.containsKey("retracted")) {
                retracted.add(text(row, "pk"));
                require(
                        Set.of("pk", "sk", "author", "retracted").containsAll(row.keySet()),
                        "more is left of a retracted post",
                        row);
            }
        }
        for (Map<String, AttributeValue> row : rows) {
            require(
                    !retracted.contains(text(row, "pk")) || text(row, "sk").equals("metadata"),
                    "a row of a retracted post",
                    row);
        }
        for (Map<String, AttributeValue> row : world.rows("places")) {
            String sk = text(row, "sk");
            require(
                    !isGone(truth(text(row, "author"), sk.substring(sk.lastIndexOf('#') + 1))),
                    "a place of a retracted post",
                    row);
        }
    }

    /** The close of a post's own job writes one event, its retraction another. */
    private void ledger() {
        Map<String, Integer> events = new LinkedHashMap<>();
        for (Map<String, AttributeValue> row : world.rows("ledger")) {
            events.merge(text(row, "event") + " " + text(row, "post"), 1, Integer::sum);
        }
        for (Map<String, AttributeValue> row : world.rows("fanouts")) {
            boolean own = text(row, "sk").equals("job") && !row.containsKey("post");
            boolean young = row.containsKey("completed")
                    && Long.parseLong(text(row, "completed")) / 1_000_000_000 + LEDGER_SECONDS > now;
            if (own && young) {
                require(
                        events.getOrDefault("posted " + text(row, "pk"), 0) == 1,
                        "the ledger has not one event of the post but " + events.get("posted " + text(row, "pk")),
                        row);
            }
        }
        events.forEach((event, times) -> {
            if (event.startsWith("retracted ") && times != 1) {
                wrong.add("the ledger has " + times + " events " + event);
            }
        });
    }
}
