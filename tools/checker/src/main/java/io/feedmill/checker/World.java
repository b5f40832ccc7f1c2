package io.feedmill.checker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All that the calls of one world tell of users, follows and posts. Times are nanoseconds. */
final class World {
    static final long SECOND = 1_000_000_000L;
    static final long NEVER = Register.NEVER;
    /** Within this time other processes know of a change. */
    static final long ELSEWHERE = 2 * SECOND;

    /** Two users; what the first is to the second. */
    record Pair(String user, String other) {}

    /** Of a user, the kind of a reaction to a post. */
    record Reaction(String post, String kind, String user) {}

    private record Rest(long time, long until) {}

    private record Clock(String process, long time, long offset) {}

    final Settings settings;
    final List<Op> ops = new ArrayList<>();
    final Map<Long, List<StreamEvent>> streams = new HashMap<>();
    final List<Mark> faults = new ArrayList<>();
    final Map<Pair, Register<Boolean>> follows = new HashMap<>();
    final Map<Pair, Register<Boolean>> requests = new HashMap<>();
    final Map<Pair, Register<Boolean>> mutes = new HashMap<>();
    final Map<Pair, Register<Boolean>> blocks = new HashMap<>();
    final Map<String, Register<String>> policies = new HashMap<>();
    final Map<String, Register<Boolean>> suspended = new HashMap<>();
    final Map<Reaction, Register<Boolean>> reactions = new HashMap<>();
    final Map<String, Post> posts = new LinkedHashMap<>();
    final Map<String, List<Post>> postsOf = new HashMap<>();
    /** Authors who may have been on read at some time. */
    final Set<String> onRead = new HashSet<>();
    /** Calls that changed after how many days a reader is away. */
    final List<Op> dormancy = new ArrayList<>();

    private final List<Rest> rests = new ArrayList<>();
    private final List<Clock> clocks = new ArrayList<>();
    private final TreeMap<Long, Long> days = new TreeMap<>();
    private final List<Op> lostPosts = new ArrayList<>();
    private final List<Post> newest = new ArrayList<>();
    private final Map<String, Set<String>> requesters = new HashMap<>();
    private long last = Long.MIN_VALUE;

    /** Makes the worlds of a history: each {@code sequence} begins one. */
    static List<World> of(List<? extends Event> history) {
        List<World> worlds = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        for (Event event : history) {
            if (event instanceof Mark mark && mark.kind() == Mark.Kind.SEQUENCE) {
                if (!events.isEmpty()) {
                    worlds.add(new World(events));
                }
                events = new ArrayList<>();
            } else {
                events.add(event);
            }
        }
        worlds.add(new World(events));
        return worlds;
    }

    private World(List<Event> events) {
        Settings found = null;
        List<Call> calls = new ArrayList<>();
        List<Long> restTimes = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                case Settings each -> found = each;
                case Call call -> calls.add(call);
                case StreamEvent each ->
                    streams.computeIfAbsent(each.stream(), id -> new ArrayList<>())
                            .add(each);
                case Mark mark -> mark(mark, restTimes);
            }
        }
        settings = found == null ? Settings.defaults() : found;
        streams.values().forEach(each -> each.sort(Comparator.comparing(StreamEvent::time)));
        restTimes.sort(null);
        calls.sort(Comparator.comparing(Call::begin).thenComparing(Call::id));
        calls.forEach(call -> ops.add(operation(call, restTimes)));
        restTimes.forEach(time -> rests.add(new Rest(time, restsUntil(time))));
        onRead.add(settings.announcer());
        collectPosts();
        ops.forEach(this::apply);
        newest.addAll(posts.values());
        newest.sort(Comparator.comparingLong((Post post) -> post.createdAt).reversed());
        newest.forEach(post -> postsOf.computeIfAbsent(post.author, author -> new ArrayList<>())
                .add(post));
    }

    static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), SECOND), time.getNano());
    }

    /** Returns the moment of a text; {@link Long#MIN_VALUE} if it is none. */
    static long nanos(JsonNode text) {
        try {
            return nanos(Instant.parse(text.asString("")));
        } catch (java.time.format.DateTimeParseException e) {
            return Long.MIN_VALUE;
        }
    }

    private void mark(Mark mark, List<Long> restTimes) {
        long time = nanos(mark.time());
        switch (mark.kind()) {
            case FAULT -> faults.add(mark);
            case CLOCK ->
                clocks.add(new Clock(
                        Objects.requireNonNull(mark.process()),
                        time,
                        Objects.requireNonNull(mark.offset()).toNanos()));
            case REST -> restTimes.add(time);
            case DAYS -> days.put(time, Objects.requireNonNull(mark.offset()).toNanos());
            case SEQUENCE -> {} // It parted the worlds.
        }
    }

    private Op operation(Call call, List<Long> restTimes) {
        long begin = nanos(call.begin());
        Integer status = call.status();
        long end = call.end() == null ? NEVER : nanos(call.end());
        last = Math.max(last, call.end() == null ? begin : end);
        if (status == null || status >= 500) {
            long from = status == null ? begin : end;
            end = restTimes.stream().filter(rest -> rest >= from).findFirst().orElse(NEVER);
        }
        return Operations.documented().operation(call, begin, end);
    }

    private long restsUntil(long rest) {
        return ops.stream()
                .filter(op ->
                        !op.call().method().equals("GET") && op.possible() && (op.end() > rest || op.begin() > rest))
                .mapToLong(op -> Math.max(rest, op.begin()))
                .min()
                .orElse(NEVER);
    }

    // The posts.

    private void collectPosts() {
        Map<String, List<Op>> published = new LinkedHashMap<>();
        for (Op op : ops) {
            if (op.is("publishPost", "announce")) {
                String id = op.answer().path("id").asString("");
                if (op.sure() && !id.isEmpty()) {
                    published.computeIfAbsent(id, key -> new ArrayList<>()).add(op);
                } else if (op.possible()) {
                    lostPosts.add(op);
                }
            }
        }
        published.forEach(this::addPublished);
        ops.stream().filter(Op::sure).forEach(op -> shown(op.answer()).forEach(item -> sight(item, op.end())));
        streams.values()
                .forEach(events ->
                        events.forEach(event -> shown(event.data()).forEach(item -> sight(item, nanos(event.time())))));
    }

    private void addPublished(String id, List<Op> calls) {
        Op first = calls.getFirst();
        String key = first.header("Idempotency-Key");
        Op earliest = first;
        if (key != null) {
            List<Op> attempts =
                    lostPosts.stream().filter(op -> isAttempt(op, first, key)).toList();
            earliest = attempts.stream()
                    .min(Comparator.comparingLong(Op::begin))
                    .filter(op -> op.begin() < first.begin())
                    .orElse(first);
            lostPosts.removeAll(attempts);
        }
        JsonNode answer = first.answer();
        long createdAt = nanos(answer.path(first.is("announce") ? "acceptedAt" : "createdAt"));
        long end = calls.stream().mapToLong(Op::end).min().orElse(first.end());
        add(new Post(id, author(first), first, createdAt, earliest.begin(), end, Set.of(audience(first))));
    }

    private static boolean isAttempt(Op op, Op first, String key) {
        return key.equals(op.header("Idempotency-Key"))
                && op.name().equals(first.name())
                && op.body().equals(first.body());
    }

    private String author(Op publish) {
        return publish.is("announce")
                ? settings.announcer()
                : publish.body().path("author").asString("");
    }

    private static Post.Audience audience(Op publish) {
        return Post.Audience.of(publish.body().path("permissions"));
    }

    private void add(Post post) {
        posts.put(post.id, post);
        if (post.publish != null) {
            post.versions.add(new Post.Version(
                    1, post.publish.body().path("text").asString(""), Post.data(post.publish.body()), post.publish));
        }
    }

    /** Returns the items of an answer that tell of posts. */
    private static List<JsonNode> shown(@Nullable JsonNode answer) {
        if (answer == null) {
            return List.of();
        }
        if (answer.path("items").isArray()) {
            return answer.path("items").valueStream().filter(World::isPost).toList();
        }
        return isPost(answer) ? List.of(answer) : List.of();
    }

    private static boolean isPost(JsonNode node) {
        return node.has("author") && node.has("version") && node.has("createdAt") && !id(node).isEmpty();
    }

    static String id(JsonNode item) {
        return item.path("post").asString(item.path("id").asString(""));
    }

    /** A post of which nobody got an answer: it is told by its first sight. */
    private void sight(JsonNode item, long time) {
        Post known = posts.get(id(item));
        if (known != null) {
            known.end = Math.min(known.end, Math.max(time, known.begin));
            return;
        }
        String author = item.path("author").asString("");
        List<Op> candidates = lostPosts.stream()
                .filter(op -> author(op).equals(author) && op.begin() <= time)
                .filter(op -> item.path("version").asInt(0) > 1
                        || op.body().path("text").equals(item.path("text"))
                                && Post.data(op.body()).equals(item.path("data")))
                .toList();
        if (candidates.isEmpty() && !settings.empty()) {
            return;
        }
        Set<Post.Audience> audiences =
                new HashSet<>(candidates.stream().map(World::audience).toList());
        long begin = candidates.stream().mapToLong(Op::begin).min().orElse(time);
        Op publish = candidates.isEmpty() ? null : candidates.getFirst();
        add(new Post(id(item), author, publish, nanos(item.path("createdAt")), begin, time, audiences));
    }

    // What calls change.

    private void apply(Op op) {
        if (!op.possible()) {
            return;
        }
        switch (op.name()) {
            case "follow" -> follow(op);
            case "unfollow" -> end(op.at("user"), op.at("author"), op, true);
            case "removeFollower" -> end(op.at("follower"), op.at("user"), op, false);
            case "acceptFollow" -> {
                if (op.status() != 202) {
                    register(follows, op.at("follower"), op.at("user")).write(true, op);
                }
                register(requests, op.at("follower"), op.at("user")).write(false, op);
            }
            case "refuseFollow" ->
                register(requests, op.at("follower"), op.at("user")).write(false, op);
            case "refuseFollows" ->
                requesters
                        .getOrDefault(op.at("user"), Set.of())
                        .forEach(user -> register(requests, user, op.at("user")).write(false, op, op.status() == 204));
            case "mute", "unmute" ->
                register(mutes, op.at("user"), op.at("author")).write(op.is("mute"), op);
            case "block" -> {
                register(blocks, op.at("user"), op.at("other")).write(true, op);
                end(op.at("user"), op.at("other"), op, true);
                end(op.at("other"), op.at("user"), op, true);
            }
            case "unblock" -> register(blocks, op.at("user"), op.at("other")).write(false, op);
            case "putFollowPolicy" ->
                policy(op.at("user")).write(op.body().path("policy").asString(""), op);
            case "importFollows" -> imported(op);
            case "changeRights" -> {
                if (op.body().has("suspended")) {
                    suspended
                            .computeIfAbsent(op.at("user"), user -> unset())
                            .write(op.body().path("suspended").asBoolean(false), op);
                }
            }
            case "putDormant", "deleteDormant" -> dormancy.add(op);
            case "putOnRead", "deleteOnRead" -> onRead.add(op.at("author"));
            case "editPost" -> post(op).ifPresent(post -> post.edited(op));
            case "retractPost" -> post(op).ifPresent(post -> post.retracted.write(true, op));
            case "putPermissions" ->
                post(op).ifPresent(post ->
                        post.audience.write(Post.Audience.of(op.body().path("permissions")), op));
            case "addReaction", "removeReaction" ->
                reactions
                        .computeIfAbsent(new Reaction(op.at("id"), op.at("kind"), op.at("user")), key -> unset())
                        .write(op.is("addReaction"), op);
            case "getFanout" ->
                post(op).filter(post -> op.answer().path("mode").asString("").equals("on-read"))
                        .ifPresent(post -> onRead.add(post.author));
            default -> {} // It changes nothing that is judged.
        }
    }

    private void follow(Op op) {
        String user = op.at("user");
        String author = op.at("author");
        requesters.computeIfAbsent(author, key -> new HashSet<>()).add(user);
        if (op.status() != 202) {
            register(follows, user, author).write(true, op);
            register(requests, user, author).write(false, op);
        }
        if (op.status() == 202 || !op.sure()) {
            register(requests, user, author).write(true, op);
        }
    }

    private void end(String user, String author, Op op, boolean withRequest) {
        register(follows, user, author).write(false, op);
        register(requests, user, author).write(false, op, withRequest);
    }

    private void imported(Op op) {
        boolean all = op.answer().path("rejectedCount").asInt(1) == 0;
        op.body()
                .asString("")
                .lines()
                .map(line -> line.trim().split("\\s+", -1))
                .filter(words -> words.length >= 2)
                .forEach(words -> {
                    boolean blocked = blocked(words[0], words[1]).stream()
                            .anyMatch(block -> block.writes().stream().anyMatch(Register.Write::value));
                    register(follows, words[0], words[1]).write(true, op, all && !blocked);
                });
    }

    private Register<Boolean> unset() {
        return new Register<>(settings.empty() ? Set.of(false) : Set.of(false, true));
    }

    private Register<Boolean> register(Map<Pair, Register<Boolean>> registers, String user, String other) {
        return registers.computeIfAbsent(new Pair(user, other), pair -> unset());
    }

    private Register<Boolean> known(Map<Pair, Register<Boolean>> registers, String user, String other) {
        Register<Boolean> found = registers.get(new Pair(user, other));
        return found == null ? unset() : found;
    }

    Register<Boolean> following(String user, String author) {
        return known(follows, user, author);
    }

    Register<Boolean> requesting(String user, String author) {
        return known(requests, user, author);
    }

    Register<Boolean> muting(String user, String author) {
        return known(mutes, user, author);
    }

    List<Register<Boolean>> blocked(String user, String other) {
        return List.of(known(blocks, user, other), known(blocks, other, user));
    }

    Register<String> policy(String user) {
        return policies.computeIfAbsent(
                user, key -> new Register<>(settings.empty() ? Set.of("open") : Set.of("open", "asks")));
    }

    Optional<Post> post(Op op) {
        return Optional.ofNullable(posts.get(op.at("id")));
    }

    /** Returns how many posts of the author, null for all, may exist that nobody has seen until then. */
    long lostPosts(@Nullable String author, long until) {
        return lostPosts.stream()
                .filter(op -> (author == null || author(op).equals(author)) && op.begin() <= until)
                .count();
    }

    /** Returns all posts that were published after the moment and before the other, newest first. */
    List<Post> between(long after, long before) {
        return newest.subList(first(before), Math.max(first(before), first(after + 1)));
    }

    private int first(long below) {
        int low = 0;
        int high = newest.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (newest.get(middle).createdAt >= below) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // Time.

    /** Returns when all work was done that this read sees, {@link Long#MIN_VALUE} if some may be left. */
    long rest(Read read) {
        long found = Long.MIN_VALUE;
        for (Rest rest : rests) {
            if (rest.time() <= read.begin() && read.end() < rest.until()) {
                found = rest.time();
            }
        }
        return found;
    }

    boolean rests(Read read) {
        return rest(read) != Long.MIN_VALUE;
    }

    /** Returns whether all work from before the moment was done at some time until another moment. */
    boolean restedBetween(long from, long to) {
        return rests.stream().anyMatch(rest -> rest.time() >= from && rest.time() <= to);
    }

    /** Returns whether something was broken in the time. */
    boolean faultIn(long from, long to) {
        return faults.stream()
                .anyMatch(fault -> nanos(fault.time()) <= to && (fault.end() == null || nanos(fault.end()) >= from));
    }

    /** Returns the time of a process's clock, as far as marks tell. */
    long clock(@Nullable String process, long time) {
        long offset = 0;
        long since = Long.MIN_VALUE;
        for (Clock clock : clocks) {
            if (clock.process().equals(process) && clock.time() <= time && clock.time() >= since) {
                offset = clock.offset();
                since = clock.time();
            }
        }
        return sinceBegin(time) + offset;
    }

    /** Returns the time with all days that were passed over. */
    long sinceBegin(long time) {
        return time
                + days.headMap(time, true).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    /** Returns the greatest offset of any clock until then, by its amount. */
    long offset(long until) {
        return clocks.stream()
                .filter(clock -> clock.time() <= until)
                .mapToLong(clock -> Math.abs(clock.offset()))
                .max()
                .orElse(0);
    }

    /** Returns when the last call of this world ended. */
    long last() {
        return last;
    }

    static long nanos(Duration duration) {
        return duration.toNanos();
    }

    Collection<Post> posts() {
        return posts.values();
    }
}
