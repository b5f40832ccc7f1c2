package io.feedmill.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Exact counts: views, reactions, deliveries, fan-outs and reports. */
final class Counts {
    private static final long HOUR = 3600 * World.SECOND;

    /** What a count may be. */
    private record Bounds(long least, long most) {
        static final Bounds NONE = new Bounds(0, 0);
        static final long UNLIMITED = Long.MAX_VALUE / 4;

        boolean allow(long count) {
            return least <= count && count <= most;
        }

        Bounds plus(Bounds other) {
            return new Bounds(least + other.least, Math.min(most + other.most, UNLIMITED));
        }

        @Override
        public String toString() {
            return least == most ? String.valueOf(least) : least + " to " + most;
        }
    }

    private final World world;
    private final Visibility visibility;
    private final Report report;
    private final Map<String, List<Op>> views = new HashMap<>();
    private final Map<String, Map<String, List<Register<Boolean>>>> reactions = new HashMap<>();
    private final Map<String, Map<String, Register<Boolean>>> followers = new HashMap<>();

    Counts(World world, Report report) {
        this.world = world;
        this.visibility = new Visibility(world);
        this.report = report;
    }

    void judge(List<Page> pages) {
        world.follows.forEach((pair, follow) -> followers
                .computeIfAbsent(pair.other(), author -> new HashMap<>())
                .put(pair.user(), follow));
        world.reactions.forEach((reaction, register) -> reactions
                .computeIfAbsent(reaction.post(), post -> new HashMap<>())
                .computeIfAbsent(reaction.kind(), kind -> new ArrayList<>())
                .add(register));
        world.ops.stream()
                .filter(op -> op.is("recordView"))
                .forEach(op -> views.computeIfAbsent(op.at("id"), id -> new ArrayList<>())
                        .add(op));
        pages.forEach(page -> page.items().forEach(item -> item(page.op(), item)));
        for (Op op : world.ops) {
            if (op.is("addReaction") && (op.sure() || op.problem().equals("invalid-reaction"))) {
                boolean listed = world.settings.reactionKinds().contains(op.at("kind"));
                report.judge(Promise.REACTIONS, listed == op.sure(), () -> op.told() + " is " + op.status(), op);
            }
            if (op.status() == 200) {
                switch (op.name()) {
                    case "getPostCounters" ->
                        world.post(op).filter(post -> post.publish != null).ifPresent(post -> counters(op, post));
                    case "getAuthorCounters" -> authorCounters(op);
                    case "getPost" -> item(op, op.answer());
                    case "getPosts" -> op.answer().path("items").forEach(item -> item(op, item));
                    case "getFanout" ->
                        world.post(op).filter(post -> post.publish != null).ifPresent(post -> fanout(op, post));
                    case "getReaderFanout" ->
                        world.post(op).filter(post -> post.publish != null).ifPresent(post -> reader(op, post));
                    default -> {} // It counts nothing.
                }
            }
        }
        reports(pages);
    }

    private void counters(Op op, Post post) {
        boolean rests = world.time.rests(op.read());
        long shown = op.answer().path("views").asLong(-1);
        Bounds counted = views(op, post);
        if (op.answer().has("views")) {
            Bounds bounds = rests ? counted : new Bounds(0, counted.most());
            count(Promise.VIEWS, bounds, shown, "views", op);
        }
        kinds(Promise.REACTIONS, op, post, op.answer().path("reactions"));
        if (rests && op.answer().has("deliveries")) {
            count(
                    Promise.DELIVERIES,
                    delivered(op, post),
                    op.answer().path("deliveries").asLong(),
                    "deliveries",
                    op);
        }
    }

    private void kinds(Promise promise, Op op, Post post, JsonNode shown) {
        Map<String, List<Register<Boolean>>> kinds = reactions.getOrDefault(post.id, Map.of());
        Set<String> all = new HashSet<>(kinds.keySet());
        shown.forEachEntry((kind, count) -> all.add(kind));
        for (String kind : all) {
            Bounds bounds = standing(kinds.getOrDefault(kind, List.of()), op);
            count(promise, bounds, shown.path(kind).asLong(0), kind + " of " + post.id, op);
        }
    }

    // What lists tell beside a post.

    private void item(Op op, JsonNode item) {
        boolean notification = op.is("notifications");
        Post post = world.posts.get(notification ? item.path("object").asString("") : World.id(item));
        if (post == null || post.publish == null) {
            return;
        }
        if (notification) {
            if (item.path("kind").asString("").equals("reaction")) {
                kinds(Promise.REACTIONS, op, post, item.path("counts"));
            }
            return;
        }
        List<String> with = List.of(op.query().getOrDefault("with", "").split(",", -1));
        own(op, item, post, with.contains("reactions"));
        boolean told = with.contains("counts") == item.has("counts");
        report.judge(Promise.COUNTS_AT_REST, told, () -> op.told() + " has " + item, op);
        if (item.has("counts") && world.time.rests(op.read())) {
            JsonNode counts = item.path("counts");
            count(Promise.COUNTS_AT_REST, views(op, post), counts.path("views").asLong(-1), "views of " + post.id, op);
            kinds(Promise.COUNTS_AT_REST, op, post, counts.path("reactions"));
        }
    }

    private void own(Op op, JsonNode item, Post post, boolean asked) {
        String viewer = op.viewer();
        Set<String> shown = new HashSet<>();
        item.path("reacted").forEach(kind -> shown.add(kind.asString("")));
        Set<String> kinds = new HashSet<>(shown);
        kinds.addAll(reactions.getOrDefault(post.id, Map.of()).keySet());
        boolean kept = item.has("reacted") == asked
                && shown.size() == item.path("reacted").size();
        for (String kind : asked && viewer != null ? kinds : Set.<String>of()) {
            Register<Boolean> register =
                    world.reactions.get(new World.Reaction(post.id, kind, Objects.requireNonNull(viewer)));
            kept &= register == null ? !shown.contains(kind) : register.may(shown.contains(kind), op.read(), 0);
        }
        boolean all = kept;
        report.judge(
                Promise.OWN_REACTIONS,
                all,
                () -> "%s shows %s with the reactions %s of %s"
                        .formatted(op.told(), post.id, item.path("reacted"), viewer),
                op);
    }

    private void follows(Op op, String list) {
        boolean followers = list.equals("followers");
        List<Register<Boolean>> registers = world.follows.entrySet().stream()
                .filter(each -> op.at("user")
                        .equals(
                                followers
                                        ? each.getKey().other()
                                        : each.getKey().user()))
                .map(Map.Entry::getValue)
                .toList();
        if (op.answer().path(list).path("exact").asBoolean(false) && world.settings.empty()) {
            count(
                    Promise.AUTHOR_COUNTERS,
                    standing(registers, op),
                    op.answer().path(list).path("count").asLong(-1),
                    list,
                    op);
        }
    }

    private void count(Promise promise, Bounds bounds, long shown, String what, Op op) {
        report.judge(
                promise,
                bounds.allow(shown),
                () -> "%s shows %d %s, and there are %s".formatted(op.told(), shown, what, bounds),
                op);
    }

    private Bounds views(Op op, Post post) {
        Set<String> sure = new HashSet<>();
        Set<String> possible = new HashSet<>();
        long old = world.settings.viewRetention().toNanos();
        for (Op view : views.getOrDefault(post.id, List.of())) {
            String viewer = view.body().path("viewer").asString("");
            if (view.possible() && view.begin() <= op.end()) {
                possible.add(viewer);
            }
            boolean young = world.time.sinceBegin(op.begin()) - post.createdAt < old - HOUR;
            if (view.sure() && view.end() < op.begin() && young) {
                sure.add(viewer);
            }
        }
        return new Bounds(sure.size(), possible.size());
    }

    /** Counters may be a second old. */
    private Bounds standing(List<Register<Boolean>> registers, Op op) {
        Read read = op.read().since(op.begin() - World.ELSEWHERE);
        long sure = registers.stream()
                .filter(register -> register.must(true, read, 0))
                .count();
        long possible = registers.stream()
                .filter(register -> register.may(true, read, 0))
                .count();
        return new Bounds(sure, possible);
    }

    /** Returns how many recipients a fan-out has: who followed all the while, and who may have followed at some time. */
    private Bounds expected(Op op, Post post) {
        if (post.announcement || world.onRead.contains(post.author)) {
            return new Bounds(0, Bounds.UNLIMITED);
        }
        long least = 0;
        long most = 0;
        for (Register<Boolean> follow :
                followers.getOrDefault(post.author, Map.of()).values()) {
            least += follows(follow, op, post) ? 1 : 0;
            most += follow.may(true, op.read().since(post.begin), 0) ? 1 : 0;
        }
        return new Bounds(least, world.settings.empty() ? most : Bounds.UNLIMITED);
    }

    private static boolean follows(Register<Boolean> follow, Op op, Post post) {
        return follow.since(true, op.end()) < post.begin;
    }

    private Bounds delivered(Op op, Post post) {
        Bounds expected = expected(op, post);
        Read all = op.read().since(post.begin);
        if (!post.retracted.must(false, all, 0) || new Absence(world).isPossible(op.end())) {
            return new Bounds(0, expected.most());
        }
        long least = 0;
        long most = expected.most();
        for (Map.Entry<String, Register<Boolean>> each :
                followers.getOrDefault(post.author, Map.of()).entrySet()) {
            boolean mayRead = visibility.mayRead(each.getKey(), post, all, 0);
            if (follows(each.getValue(), op, post) && visibility.mustRead(each.getKey(), post, all, 0)) {
                least++;
            } else if (!mayRead && each.getValue().may(true, all, 0)) {
                most--;
            }
        }
        return new Bounds(expected.least() == 0 ? 0 : least, most);
    }

    private void authorCounters(Op op) {
        follows(op, "followers");
        follows(op, "following");
        String author = op.at("user");
        if (!world.time.rests(op.read()) || author.equals(world.settings.announcer()) || !world.settings.empty()) {
            return;
        }
        Bounds posts = Bounds.NONE;
        Bounds deliveries = Bounds.NONE;
        for (Post post : world.posts.of(author)) {
            if (post.begin <= op.end()) {
                posts = posts.plus(new Bounds(post.end < op.begin() ? 1 : 0, 1));
                deliveries = deliveries.plus(delivered(op, post));
            }
        }
        long lost = world.posts.lost(author, op.end());
        Bounds all = posts.plus(new Bounds(0, lost));
        count(Promise.AUTHOR_COUNTERS, all, op.answer().path("posts").asLong(-1), "posts", op);
        if (lost == 0) {
            count(
                    Promise.AUTHOR_COUNTERS,
                    deliveries,
                    op.answer().path("deliveries").asLong(-1),
                    "deliveries",
                    op);
        }
    }

    // Fan-outs.

    private void fanout(Op op, Post post) {
        JsonNode answer = op.answer();
        boolean rests = world.time.rests(op.read());
        boolean complete = answer.path("state").asString("").equals("COMPLETE");
        if (rests) {
            report.judge(
                    Promise.FANOUT,
                    complete,
                    () -> "%s is %s, and all work is done".formatted(op.told(), answer.path("state")),
                    op);
        }
        if (!answer.has("delivered") || !answer.has("skipped") || !answer.has("expected")) {
            return;
        }
        long expected = answer.path("expected").asLong();
        long skipped = answer.path("skipped").asLong();
        long done = answer.path("delivered").asLong() + skipped;
        long reasons = answer.path("skippedBy")
                .valueStream()
                .mapToLong(JsonNode::asLong)
                .sum();
        boolean adds = complete
                ? done == expected
                : done <= expected || answer.path("state").asString("").equals("PLANNING");
        boolean told = !answer.has("skippedBy") || reasons == skipped;
        report.judge(Promise.FANOUT, adds && told, () -> "%s tells %s".formatted(op.told(), answer), op);
        if (rests && !op.query().containsKey("job")) {
            Bounds bounds = answer.path("mode").asString("").equals("on-read") ? Bounds.NONE : expected(op, post);
            count(Promise.FANOUT, bounds, expected, "expected recipients", op);
        }
    }

    private void reader(Op op, Post post) {
        String reader = op.at("user");
        Read read = op.read();
        String state = op.answer().path("state").asString("");
        String reason = op.answer().path("reason").asString("");
        if (!world.time.rests(read) || reader.equals(post.author) || !visibility.isYoung(post, read)) {
            return;
        }
        Register<Boolean> follow = world.following(reader, post.author);
        Set<String> allowed = null;
        if (visibility.surelyBlocked(reader, post.author, read)) {
            allowed = Set.of("skipped blocked");
        } else if (follow.must(false, read, 0) && follow.writes().isEmpty()) {
            allowed = Set.of("not-a-recipient", "on-read");
        } else if (post.retracted.must(true, read, 0) && visibility.surelyFree(reader, post.author, read)) {
            allowed = Set.of("skipped gone", "not-a-recipient");
        } else if (follow.since(true, op.end()) < post.begin
                && visibility.surelyShown(reader, post, read.since(post.end + 1))) {
            boolean away = new Absence(world).isPossible(op.end());
            allowed = away ? Set.of("delivered", "on-read", "skipped dormant") : Set.of("delivered", "on-read");
        }
        if (allowed != null) {
            Set<String> any = allowed;
            String told = reason.isEmpty() ? state : state + " " + reason;
            report.judge(
                    Promise.FANOUT_READER,
                    any.contains(told),
                    () -> "%s is %s, and should be one of %s".formatted(op.told(), told, any),
                    op);
        }
    }

    // Reports.

    private record Range(long from, long to, JsonNode report, Op op) {}

    private void reports(List<Page> pages) {
        Map<String, Range> ranges = new LinkedHashMap<>();
        for (Page page : pages) {
            if (page.op().is("reports")) {
                page.items().forEach(item -> range(item, page.op(), ranges));
            }
        }
        world.ops.stream()
                .filter(op -> op.is("getReport") && op.status() == 200)
                .forEach(op -> {
                    range(op.answer().path("report"), op, ranges);
                    lines(op);
                });
        TreeMap<Long, Range> byBegin = new TreeMap<>();
        for (Range range : ranges.values()) {
            Map.Entry<Long, Range> before = byBegin.floorEntry(range.to() - 1);
            boolean apart = before == null || before.getValue().to() <= range.from();
            report.judge(
                    Promise.REPORTS,
                    apart,
                    () -> "the reports %s and %s overlap"
                            .formatted(
                                    before == null
                                            ? ""
                                            : before.getValue().report().path("id"),
                                    range.report().path("id")),
                    range.op());
            byBegin.put(range.from(), range);
        }
        if (world.settings.empty() && !ranges.isEmpty()) {
            long posts = ranges.values().stream()
                    .mapToLong(range -> range.report().path("posts").asLong(0))
                    .sum();
            long most = world.posts.all().size() + world.posts.lost(null, World.NEVER);
            Op op = ranges.values().iterator().next().op();
            report.judge(
                    Promise.REPORTS,
                    posts <= most,
                    () -> "all reports have %d posts, and %d were published".formatted(posts, most),
                    op);
        }
    }

    private void range(JsonNode item, Op op, Map<String, Range> ranges) {
        Range range = new Range(World.nanos(item.path("from")), World.nanos(item.path("to")), item, op);
        Range known = ranges.putIfAbsent(item.path("id").asString(""), range);
        if (known != null) {
            report.judge(
                    Promise.REPORTS,
                    known.report().equals(item),
                    () -> "a report has changed: %s, then %s".formatted(known.report(), item),
                    known.op(),
                    op);
        }
    }

    private void lines(Op op) {
        JsonNode answer = op.answer();
        if (answer.has("next")
                || op.query().containsKey("cursor")
                || answer.path("items").isEmpty()) {
            return;
        }
        for (String field : List.of("posts", "deliveries", "views", "retractions")) {
            long sum = answer.path("items")
                    .valueStream()
                    .mapToLong(line -> line.path(field).asLong(0))
                    .sum();
            long total = answer.path("report").path(field).asLong(0);
            report.judge(
                    Promise.REPORTS,
                    sum == total,
                    () -> "%s has %d %s in its lines, %d in all".formatted(op.told(), sum, field, total),
                    op);
        }
    }
}
