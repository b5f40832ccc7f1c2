package io.feedmill.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Calls of single posts: who may read them, keys of retries, edits. */
record Posts(World world, Visibility visibility, Report report) {
    private static final long DAY = 24 * 3600 * World.SECOND;

    void judge() {
        Map<List<Object>, List<Op>> keys = new HashMap<>();
        Map<String, List<Op>> edits = new HashMap<>();
        for (Op op : world.ops) {
            switch (op.name()) {
                case "getPost", "postVersions", "getVersion", "getMetadata", "getPermissions" ->
                    world.post(op).ifPresent(post -> read(op, post, 0));
                case "getPostCounters", "getFanout", "postJobs" ->
                    world.post(op).ifPresent(post -> read(op, post, World.ELSEWHERE));
                case "getPosts" -> byIds(op);
                case "editPost" ->
                    edits.computeIfAbsent(op.at("id"), id -> new ArrayList<>()).add(op);
                case "publishPost", "sendMessage", "announce" -> {
                    String key = op.header("Idempotency-Key");
                    if (key != null) {
                        keys.computeIfAbsent(List.of(op.name(), op.path(), writer(op), key), list -> new ArrayList<>())
                                .add(op);
                    }
                }
                default -> {} // It reads or changes no single post.
            }
        }
        keys.values().forEach(this::sameKey);
        edits.values().forEach(this::edits);
    }

    private static String writer(Op op) {
        String viewer = op.viewer();
        return op.body().path("author").asString(op.body().path("user").asString(viewer == null ? "" : viewer));
    }

    // Reads.

    private void read(Op op, Post post, long slack) {
        String viewer = op.viewer();
        if (post.publish == null || (op.admin() && !post.author.equals(viewer))) {
            return;
        }
        Read read = op.read();
        boolean own = post.author.equals(viewer);
        if (op.status() == 404 || op.status() == 410) {
            visibility.anywhere(viewer, post, read, slack).stream()
                    .filter(Visibility.Hidden::hidden)
                    .forEach(each -> report.judge(each.promise(), true, () -> ""));
        }
        if (op.status() == 200) {
            served(op, post, slack, own);
        } else if (op.status() == 410) {
            boolean kept = post.retracted.may(true, read, slack);
            report.judge(Promise.READABLE, kept, () -> op.told() + " is 410, and nobody retracted the post", op);
        } else if (op.status() == 404
                && !op.problem().equals("version-not-found")
                && !op.problem().equals("job-not-found")) {
            boolean shown = visibility.surelyReadable(viewer, post, read, slack);
            report.judge(
                    Promise.READABLE,
                    !shown,
                    () -> "%s is 404, and %s may read the post".formatted(op.told(), viewer),
                    post.publish,
                    op);
        }
    }

    private void served(Op op, Post post, long slack, boolean own) {
        String viewer = op.viewer();
        Read read = op.read();
        boolean jobs = own && op.is("getFanout", "postJobs");
        for (Visibility.Hidden each : visibility.anywhere(viewer, post, read, slack)) {
            boolean kept = !each.hidden() || (jobs && each.promise() == Promise.HIDDEN_RETRACTED);
            report.judge(
                    each.promise(),
                    kept,
                    () -> "%s is 200 for %s, though %s".formatted(op.told(), viewer, each.why()),
                    op);
        }
        report.judge(
                Promise.READABLE,
                post.begin <= op.end(),
                () -> op.told() + " is 200 before the post was published",
                op);
        if (op.is("getPost")) {
            int current = post.version(read, 0);
            int shown = op.answer().path("version").asInt(0);
            report.judge(
                    Promise.CURRENT_TEXT,
                    shown >= current && post.wasWritten(op.answer(), op.end()),
                    () -> "%s shows version %d, %s; version %d is current"
                            .formatted(op.told(), shown, op.answer().path("text"), current),
                    op);
        }
    }

    private void byIds(Op op) {
        if (op.status() != 200) {
            return;
        }
        Map<String, JsonNode> shown = new HashMap<>();
        op.answer().path("items").forEach(item -> shown.put(World.id(item), item));
        Set<String> asked = Set.of(op.query().getOrDefault("ids", "").split(",", -1));
        boolean once = shown.size() == op.answer().path("items").size() && asked.containsAll(shown.keySet());
        report.judge(Promise.POSTS_BY_IDS, once, () -> op.told() + " shows " + shown.keySet(), op);
        Set<String> left = new HashSet<>();
        op.answer().path("left").forEach(id -> left.add(id.asString("")));
        for (String id : asked) {
            Post post = world.posts.get(id);
            JsonNode item = shown.get(id);
            if (post == null || post.publish == null || left.contains(id)) {
                continue;
            }
            if (item == null) {
                boolean must = visibility.surelyReadable(op.viewer(), post, op.read(), World.ELSEWHERE);
                report.judge(Promise.POSTS_BY_IDS, !must, () -> op.told() + " lacks " + post.id, post.publish, op);
            } else {
                visibility.judge(report, op, post, item);
            }
        }
    }

    // Keys.

    private void sameKey(List<Op> attempts) {
        for (int i = 0; i < attempts.size(); i++) {
            for (int j = 0; j < i; j++) {
                Op earlier = attempts.get(j);
                Op later = attempts.get(i);
                if (earlier.sure()
                        && world.time.sinceBegin(later.end() == World.NEVER ? later.begin() : later.end())
                                        - world.time.sinceBegin(earlier.begin())
                                < DAY) {
                    pair(earlier, later);
                }
            }
        }
        for (Op op : attempts) {
            if (op.problem().equals("idempotency-key-reused")) {
                boolean other = attempts.stream()
                        .anyMatch(
                                each -> each.possible() && !each.body().equals(op.body()) && each.begin() <= op.end());
                report.judge(
                        Promise.IDEMPOTENCY,
                        other,
                        () -> op.told() + " is refused, and its key had no other request",
                        op);
            }
        }
    }

    private void pair(Op earlier, Op later) {
        boolean same = earlier.body().equals(later.body());
        if (later.sure()) {
            boolean kept = same && Objects.equals(id(earlier), id(later));
            report.judge(
                    Promise.IDEMPOTENCY,
                    kept,
                    () -> "the key %s with %s is answered with %s and %s"
                            .formatted(
                                    later.header("Idempotency-Key"),
                                    same ? "one request" : "two requests",
                                    id(earlier),
                                    id(later)),
                    earlier,
                    later);
        } else if (later.status() == 422 && !same) {
            report.judge(Promise.IDEMPOTENCY, true, () -> "", later);
        }
    }

    private static @Nullable String id(Op op) {
        return op.answer().path("id").asString(null);
    }

    // Edits.

    private void edits(List<Op> edits) {
        for (Op op : edits) {
            condition(op, edits);
            if (op.sure()) {
                for (Op other : edits) {
                    if (!other.isSame(op) && other.sure() && other.begin() <= op.begin()) {
                        twoEdits(other, op);
                    }
                }
            }
        }
    }

    private void twoEdits(Op earlier, Op later) {
        int first = earlier.answer().path("version").asInt(0);
        int second = later.answer().path("version").asInt(0);
        report.judge(
                Promise.IF_MATCH,
                first != second && !(earlier.end() < later.begin() && second < first),
                () -> "two edits made versions %d and %d".formatted(first, second),
                earlier,
                later);
        boolean here = earlier.call().process() != null
                && earlier.call().process().equals(later.call().process());
        Post post = world.posts.get(later.at("id"));
        if (here
                && post != null
                && visibility.isYoung(post, later.read())
                && world.time.offset(later.end()) == 0
                && world.time.sinceBegin(0) == 0) {
            report.judge(
                    Promise.ONE_CHANGE_A_SECOND,
                    later.end() - earlier.begin() >= World.SECOND * 9 / 10,
                    () -> "both edits were taken within a second",
                    earlier,
                    later);
        }
    }

    private void condition(Op op, List<Op> edits) {
        String named = op.header("If-Match");
        if (named == null) {
            report.judge(Promise.IF_MATCH, !op.sure(), () -> op.told() + " without If-Match is " + op.status(), op);
            return;
        }
        int number = Integer.parseInt("0" + named.replaceAll("\\D", ""));
        Post post = world.posts.get(op.at("id"));
        if (op.sure()) {
            int made = op.answer().path("version").asInt(0);
            boolean kept = number == 0 || made == number + 1;
            report.judge(
                    Promise.IF_MATCH,
                    kept,
                    () -> "%s with If-Match %s made version %d".formatted(op.told(), named, made),
                    op);
        } else if (op.status() == 412 && post != null && post.publish != null) {
            boolean current = post.version(op.read(), 0) == number
                    && edits.stream()
                            .noneMatch(other -> !other.isSame(op)
                                    && other.possible()
                                    && other.begin() <= op.end()
                                    && makes(other) > number);
            report.judge(
                    Promise.IF_MATCH,
                    !current,
                    () -> "%s with If-Match %s is 412, and this version is current".formatted(op.told(), named),
                    op);
        }
    }

    /** Returns the version that an edit may make; one without an answer may make any. */
    private static int makes(Op edit) {
        return edit.sure() ? edit.answer().path("version").asInt(0) : Integer.MAX_VALUE;
    }
}
