package io.feedmill.checker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Draws calls by a seed, of which many overlap and some have no answer, and answers them as the documents promise, as late as they allow. */
final class PretendService {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long SECOND = World.SECOND;
    private static final List<String> USERS = List.of("ann", "ben", "cid");

    private record Reply(int status, @Nullable JsonNode body) {}

    private record Task(long time, Runnable work) {}

    private static final class Written {
        final String id;
        final String author;
        final long at;
        final long lag;
        final List<String> texts = new ArrayList<>();
        final List<Long> changes = new ArrayList<>();
        String audience;
        long retractedAt = Long.MAX_VALUE;
        String retractedBy = "";

        Written(String id, String author, long at, long lag, String text, String audience) {
            this.id = id;
            this.author = author;
            this.at = at;
            this.lag = lag;
            this.audience = audience;
            texts.add(text);
            changes.add(at);
        }
    }

    private final Random random;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::time));
    private final Recorder recorder = Recorder.inMemory();
    private final Map<String, Long> follows = new HashMap<>();
    private final Set<String> facts = new HashSet<>();
    private final List<Written> posts = new ArrayList<>();
    private long last = World.nanos(Instant.parse("2026-11-28T10:00:00Z"));

    private PretendService(long seed) {
        random = new Random(seed);
    }

    static List<Event> history(long seed, int calls) {
        PretendService service = new PretendService(seed);
        long time = service.last;
        for (int i = 0; i < calls; i++) {
            time += service.random.nextLong(2 * SECOND);
            service.draw(time);
        }
        service.work();
        service.last += 100 * SECOND;
        service.recorder.append(Mark.rest(instant(service.last)));
        for (String user : USERS) {
            service.read(service.last + SECOND, user, "feeds/home/" + user, null, false);
            service.read(service.last + SECOND, user, "feeds/user/ann", null, false);
        }
        service.work();
        return service.recorder.events();
    }

    private void work() {
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            last = Math.max(last + 1, task.time());
            task.work().run();
        }
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND);
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private void draw(long time) {
        String user = any(USERS);
        String other = any(USERS);
        String pair = user + " " + other;
        boolean self = user.equals(other);
        switch (random.nextInt(self ? 6 : 16)) {
            case 0 -> publish(time, user);
            case 1 -> tasks.add(new Task(time, () -> change(time, user, "edit")));
            case 2 ->
                tasks.add(new Task(time, () -> change(time, user, random.nextInt(3) == 0 ? "retract" : "permissions")));
            case 3, 4 -> read(time, user, "feeds/home/" + user, null, true);
            case 5 -> post(time, user);
            case 6 -> read(time, user, "feeds/user/" + other, null, true);
            case 7, 8 ->
                call(
                        time,
                        user,
                        "PUT",
                        "users/" + user + "/following/" + other,
                        null,
                        true,
                        process -> follow(user, other));
            case 9 ->
                call(
                        time,
                        user,
                        "DELETE",
                        "users/" + user + "/following/" + other,
                        null,
                        true,
                        process -> unfollow(pair));
            case 10 -> fact(time, user, "muted", "mute " + pair, other);
            case 11 -> block(time, user, other);
            case 12 -> {
                boolean asks = random.nextBoolean();
                JsonNode body = JSON.createObjectNode().put("policy", asks ? "asks" : "open");
                call(
                        time,
                        user,
                        "PUT",
                        "users/" + user + "/follow-policy",
                        body,
                        true,
                        process -> set("asks " + user, asks));
            }
            case 13 ->
                call(
                        time,
                        user,
                        "PUT",
                        "users/" + user + "/requests/" + other,
                        null,
                        true,
                        process -> accept(user, other));
            case 14 ->
                call(
                        time,
                        user,
                        "DELETE",
                        "users/" + user + "/requests/" + other,
                        null,
                        true,
                        process -> set("asked " + other + " " + user, false));
            default ->
                call(time, user, "GET", "users/" + user + "/following/" + other, null, false, process -> asked(pair));
        }
    }

    /** Records a call whose effect is somewhere between its begin and its end; without an answer it happens up to a minute later, or never. */
    private void call(
            long begin,
            String user,
            String method,
            String path,
            @Nullable JsonNode body,
            boolean lose,
            Function<String, Reply> effect) {
        call(begin, user, method, path, Map.of(), body, lose, effect, reply -> {});
    }

    private void call(
            long begin,
            String user,
            String method,
            String path,
            Map<String, String> headers,
            @Nullable JsonNode body,
            boolean lose,
            Function<String, Reply> effect,
            Consumer<Reply> then) {
        boolean lost = lose && random.nextInt(8) == 0;
        String process = random.nextBoolean() ? "api-1" : "api-2";
        long at = begin + random.nextLong(lost ? 60 * SECOND : 2 * SECOND);
        boolean happens = !lost || random.nextBoolean();
        tasks.add(new Task(at, () -> {
            Reply reply = happens ? effect.apply(process) : new Reply(0, null);
            long end = last + random.nextLong(SECOND);
            recorder.append(new Call(
                    recorder.nextId(),
                    instant(begin),
                    lost ? null : instant(end),
                    lost ? null : process,
                    user,
                    List.of(),
                    method,
                    "/v1/" + path,
                    headers,
                    body,
                    lost ? null : reply.status(),
                    Map.of(),
                    lost ? null : reply.body(),
                    null));
            if (!lost) {
                then.accept(reply);
            }
        }));
    }

    private static Reply problem(int status, String type) {
        return new Reply(
                status,
                JSON.createObjectNode()
                        .put("type", "https://feedmill.io/problems/" + type)
                        .put("title", "T")
                        .put("status", status));
    }

    private Reply set(String fact, boolean on) {
        if (on) {
            facts.add(fact);
        } else {
            facts.remove(fact);
        }
        return new Reply(204, null);
    }

    private void fact(long time, String user, String list, String fact, String other) {
        boolean on = random.nextBoolean();
        call(
                time,
                user,
                on ? "PUT" : "DELETE",
                "users/" + user + "/" + list + "/" + other,
                null,
                true,
                process -> set(fact, on));
    }

    private void block(long time, String user, String other) {
        boolean on = random.nextInt(3) == 0;
        call(time, user, on ? "PUT" : "DELETE", "users/" + user + "/blocked/" + other, null, true, process -> {
            if (on) {
                unfollow(user + " " + other);
                unfollow(other + " " + user);
            }
            return set("block " + user + " " + other, on);
        });
    }

    private boolean blocked(String one, String other) {
        return facts.contains("block " + one + " " + other) || facts.contains("block " + other + " " + one);
    }

    private Reply follow(String user, String author) {
        String pair = user + " " + author;
        if (blocked(user, author)) {
            return problem(403, "blocked");
        }
        if (facts.contains("asks " + author) && !follows.containsKey(pair)) {
            facts.add("asked " + pair);
            return new Reply(202, null);
        }
        facts.remove("asked " + pair);
        follows.putIfAbsent(pair, last);
        return new Reply(204, null);
    }

    private Reply unfollow(String pair) {
        follows.remove(pair);
        return set("asked " + pair, false);
    }

    private Reply accept(String author, String user) {
        String pair = user + " " + author;
        if (!facts.remove("asked " + pair) && !follows.containsKey(pair)) {
            return problem(404, "follow-request-not-found");
        }
        follows.putIfAbsent(pair, last);
        return new Reply(204, null);
    }

    private Reply asked(String pair) {
        if (follows.containsKey(pair)) {
            return new Reply(204, null);
        }
        return problem(404, facts.contains("asked " + pair) ? "follow-requested" : "follow-not-found");
    }

    // Posts.

    private void publish(long time, String author) {
        String text = "t" + random.nextInt(1_000_000);
        ObjectNode body = JSON.createObjectNode().put("author", author).put("text", text);
        String audience = audience();
        body.set("permissions", JSON.readTree(audience));
        call(time, author, "POST", "posts", body, true, process -> {
            Written post = new Written("p" + posts.size(), author, last, random.nextLong(8 * SECOND), text, audience);
            posts.add(post);
            return new Reply(201, item(post, 1));
        });
    }

    private String audience() {
        return any(List.of("\"public\"", "\"public\"", "\"followers\"", "[\"ben\"]"));
    }

    private static ObjectNode item(Written post, int version) {
        return JSON.createObjectNode()
                .put("id", post.id)
                .put("author", post.author)
                .put("text", post.texts.get(version - 1))
                .put("createdAt", instant(post.at).toString())
                .put("version", version);
    }

    private void change(long time, String user, String what) {
        List<Written> own =
                posts.stream().filter(post -> post.author.equals(user)).toList();
        if (own.isEmpty()) {
            return;
        }
        Written post = own.get(random.nextInt(own.size()));
        String path = "posts/" + post.id;
        switch (what) {
            case "edit" -> {
                int version = Math.max(1, post.texts.size() - random.nextInt(2));
                String text = "e" + random.nextInt(1_000_000);
                JsonNode body = JSON.createObjectNode().put("text", text);
                call(
                        time,
                        user,
                        "PUT",
                        path,
                        Map.of("If-Match", "\"" + version + "\""),
                        body,
                        true,
                        process -> edit(post, version, text),
                        reply -> {});
            }
            case "permissions" -> {
                String audience = audience();
                ObjectNode body = JSON.createObjectNode();
                body.set("permissions", JSON.readTree(audience));
                call(time, user, "PUT", path + "/permissions", body, true, process -> {
                    if (post.retractedAt <= last) {
                        return problem(410, "post-gone");
                    }
                    post.audience = audience;
                    return new Reply(204, null);
                });
            }
            default ->
                call(time, user, "DELETE", path, null, true, process -> {
                    if (post.retractedAt > last) {
                        post.retractedAt = last;
                        post.retractedBy = process;
                    }
                    return new Reply(204, null);
                });
        }
    }

    private Reply edit(Written post, int version, String text) {
        if (post.retractedAt <= last) {
            return problem(410, "post-gone");
        }
        if (post.texts.size() != version) {
            return problem(412, "version-stale");
        }
        if (last - post.changes.getLast() < SECOND) {
            return problem(429, "too-many-changes");
        }
        post.texts.add(text);
        post.changes.add(last);
        return new Reply(200, item(post, version + 1));
    }

    private void post(long time, String user) {
        tasks.add(new Task(time, () -> {
            if (!posts.isEmpty()) {
                Written post = posts.get(random.nextInt(posts.size()));
                call(time, user, "GET", "posts/" + post.id, null, false, process -> {
                    if (post.retractedAt <= last) {
                        return problem(410, "post-gone");
                    }
                    return reads(user, post)
                            ? new Reply(200, item(post, post.texts.size()))
                            : problem(404, "post-not-found");
                });
            }
        }));
    }

    private boolean reads(String user, Written post) {
        return user.equals(post.author)
                || (!blocked(user, post.author)
                        && switch (post.audience) {
                            case "\"public\"" -> true;
                            case "\"followers\"" -> follows.containsKey(user + " " + post.author);
                            default -> user.equals("ben");
                        });
    }

    // Pages.

    private void read(long time, String user, String path, @Nullable String cursor, boolean paged) {
        boolean home = path.startsWith("feeds/home/");
        String whole = path + (paged ? "?limit=3" : "") + (cursor == null ? "" : "&cursor=" + cursor);
        call(
                time,
                user,
                "GET",
                whole,
                Map.of(),
                null,
                false,
                process -> page(user, home ? null : path.substring(11), cursor, paged, process),
                reply -> {
                    JsonNode body = reply.body();
                    if (body != null && body.has("next")) {
                        read(last + SECOND, user, path, body.path("next").asString(), true);
                    }
                });
    }

    private Reply page(String user, @Nullable String author, @Nullable String cursor, boolean paged, String process) {
        if (author != null && blocked(user, author)) {
            return problem(404, "not-found");
        }
        ObjectNode page = JSON.createObjectNode();
        ArrayNode items = page.putArray("items");
        for (Written post : posts.reversed()) {
            boolean passed = cursor != null && post.at >= Long.parseLong(cursor);
            if (passed
                    || !(author == null ? isHome(user, post) : author.equals(post.author))
                    || !reads(user, post)
                    || isGone(post, process)) {
                continue;
            }
            if (paged && items.size() == 3) {
                page.put("next", String.valueOf(World.nanos(items.get(2).path("createdAt"))));
                break;
            }
            ObjectNode item =
                    item(post, author == null && !user.equals(post.author) ? lateVersion(post) : post.texts.size());
            item.set("post", item.remove("id"));
            items.add(item.put("via", user.equals(post.author) ? "self" : "follow"));
        }
        if (!page.has("next")) {
            page.put("end", "complete");
        }
        if (author == null && cursor == null) {
            page.put("completeUntil", instant(last - 20 * SECOND).toString());
        }
        return new Reply(200, page);
    }

    private boolean isHome(String user, Written post) {
        Long followed = follows.get(user + " " + post.author);
        boolean comes = followed != null
                && Math.max(followed, post.at) + post.lag <= last
                && !facts.contains("mute " + user + " " + post.author);
        return user.equals(post.author) || comes;
    }

    private boolean isGone(Written post, String process) {
        long unseen = process.equals(post.retractedBy) ? 0 : SECOND * 3 / 2;
        return post.retractedAt < Long.MAX_VALUE && post.retractedAt + unseen <= last;
    }

    private int lateVersion(Written post) {
        int version = 1;
        while (version < post.changes.size() && post.changes.get(version) + post.lag <= last) {
            version++;
        }
        return version;
    }
}
