package io.feedmill.checker;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    final Settings settings;
    final List<Op> ops = new ArrayList<>();
    final Map<Long, List<StreamEvent>> streams = new HashMap<>();
    final Map<Pair, Register<Boolean>> follows = new HashMap<>();
    final Map<Pair, Register<Boolean>> requests = new HashMap<>();
    final Map<Pair, Register<Boolean>> mutes = new HashMap<>();
    final Map<Pair, Register<Boolean>> blocks = new HashMap<>();
    final Map<String, Register<String>> policies = new HashMap<>();
    final Map<String, Register<Boolean>> suspended = new HashMap<>();
    final Map<Reaction, Register<Boolean>> reactions = new HashMap<>();
    final Timeline time;
    final PostIndex posts;
    /** Authors who may have been on read at some time. */
    final Set<String> onRead = new HashSet<>();
    /** Calls that changed after how many days a reader is away. */
    final List<Op> dormancy = new ArrayList<>();

    private final Map<String, Set<String>> requesters = new HashMap<>();

    /** Returns the events of each world: each {@code sequence} begins one. */
    static List<List<Event>> parts(List<? extends Event> history) {
        List<List<Event>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        for (Event event : history) {
            if (!(event instanceof Mark mark) || mark.kind() != Mark.Kind.SEQUENCE) {
                parts.getLast().add(event);
            } else if (!parts.getLast().isEmpty()) {
                parts.add(new ArrayList<>());
            }
        }
        return parts;
    }

    World(List<Event> events) {
        Settings found = null;
        List<Call> calls = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                case Settings each -> found = each;
                case Call call -> calls.add(call);
                case StreamEvent each ->
                    streams.computeIfAbsent(each.stream(), id -> new ArrayList<>())
                            .add(each);
                case Mark mark -> marks.add(mark);
            }
        }
        settings = found == null ? Settings.defaults() : found;
        streams.values().forEach(each -> each.sort(Comparator.comparing(StreamEvent::time)));
        time = new Timeline(marks);
        calls.sort(Comparator.comparing(Call::begin).thenComparingLong(Call::id));
        calls.forEach(call -> ops.add(time.operation(call)));
        time.changes(ops);
        posts = new PostIndex(this);
        onRead.add(settings.announcer());
        ops.forEach(this::apply);
    }

    static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), SECOND), time.getNano());
    }

    /** Returns the moment of a text; {@link Long#MIN_VALUE} if it is none. */
    static long nanos(JsonNode text) {
        try {
            return nanos(Instant.parse(text.asString("")));
        } catch (DateTimeParseException e) {
            return Long.MIN_VALUE;
        }
    }

    static String id(JsonNode item) {
        return item.path("post").asString(item.path("id").asString(""));
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
}
