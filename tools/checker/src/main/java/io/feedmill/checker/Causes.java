package io.feedmill.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What causes notifications: reactions, mentions, follows, requests, and what services tell. */
final class Causes {
    /** Without news a group stays for 90 days. */
    private static final long STAYS = 89L * 24 * 3600 * World.SECOND;

    /** All of a user's of one kind about an object. */
    record Group(String user, String kind, String object) {
        static Group of(String user, JsonNode item) {
            return new Group(
                    user, item.path("kind").asString(""), item.path("object").asString(""));
        }

        boolean isOfPost() {
            return kind.equals("reaction") || kind.equals("mention");
        }
    }

    /** Whether someone may, or must, be an actor of a group, by an event that came between these times. */
    record Standing(boolean may, boolean must, long from, long to) {
        /** By the later one of two events. */
        Standing and(Standing other) {
            return new Standing(
                    may || other.may, must || other.must, Math.max(from, other.from), Math.max(to, other.to));
        }
    }

    private final World world;
    private final Visibility visibility;
    /** Of a post, by user. */
    private final Map<String, Map<String, List<Register<Boolean>>>> reactions = new HashMap<>();

    private final Map<Group, List<Op>> told = new HashMap<>();

    Causes(World world, Visibility visibility) {
        this.world = world;
        this.visibility = visibility;
        world.reactions.forEach((reaction, register) -> reactions
                .computeIfAbsent(reaction.post(), post -> new TreeMap<>())
                .computeIfAbsent(reaction.user(), user -> new ArrayList<>())
                .add(register));
        world.ops.stream()
                .filter(op -> op.is("sendNotification") && op.possible())
                .forEach(op -> told.computeIfAbsent(Group.of(op.at("user"), op.body()), group -> new ArrayList<>())
                        .add(op));
    }

    /** Returns what services may have told. */
    List<Op> told(Group group) {
        return told.getOrDefault(group, List.of());
    }

    /** Returns all groups that a user may have. */
    Set<Group> groups(String user) {
        Set<Group> groups = new HashSet<>(Set.of(new Group(user, "follow", ""), new Group(user, "request", "")));
        told.keySet().stream().filter(group -> group.user().equals(user)).forEach(groups::add);
        world.posts.of(user).forEach(post -> groups.add(new Group(user, "reaction", post.id)));
        world.posts.all().stream()
                .filter(post -> post.versions.stream().anyMatch(version -> version.mentions(user)))
                .forEach(post -> groups.add(new Group(user, "mention", post.id)));
        return groups;
    }

    /** Returns who caused a group, by name; that of a service's event without an actor is empty. */
    Map<String, Standing> actors(Group group, Read read) {
        Map<String, Standing> actors = new TreeMap<>();
        Post post = world.posts.get(group.object());
        switch (group.kind()) {
            case "reaction", "follow", "request" ->
                registers(group)
                        .forEach((user, registers) -> registers.stream()
                                .map(register -> standing(register, read))
                                .reduce(Standing::and)
                                .ifPresent(each -> actors.put(user, each)));
            case "mention" -> {
                if (post != null) {
                    boolean must = post.mentions(group.user(), read, true) && visibility.isYoung(post, read);
                    boolean may = post.mentions(group.user(), read, false);
                    actors.put(post.author, new Standing(may, must, post.begin, World.NEVER));
                }
            }
            default ->
                told(group).stream()
                        .filter(op -> op.begin() <= read.end())
                        .forEach(op ->
                                actors.merge(op.body().path("actor").asString(""), standing(op, read), Standing::and));
        }
        actors.remove(group.user());
        return actors;
    }

    /** Returns what makes someone an actor of a group, by name. */
    private Map<String, List<Register<Boolean>>> registers(Group group) {
        if (group.kind().equals("reaction")) {
            return reactions.getOrDefault(group.object(), Map.of());
        }
        Map<String, List<Register<Boolean>>> found = new TreeMap<>();
        (group.kind().equals("follow") ? world.follows : world.requests).forEach((pair, register) -> {
            if (pair.other().equals(group.user())) {
                found.put(pair.user(), List.of(register));
            }
        });
        return found;
    }

    /** An import notifies nobody. */
    private Standing standing(Register<Boolean> register, Read read) {
        long since = register.since(true, read.end());
        boolean must = register.must(true, read, 0)
                && since != World.NEVER
                && isYoung(since, read)
                && register.writes().stream().noneMatch(write -> write.op().is("importFollows"));
        boolean may = register.may(true, read, 0);
        boolean once = must && register.lastOther(true, read.end()) == Long.MIN_VALUE;
        long from = register.writes().stream()
                .mapToLong(Register.Write::begin)
                .filter(begin -> once)
                .min()
                .orElse(Long.MIN_VALUE);
        return new Standing(may, must, from, once ? since : may ? World.NEVER : Long.MIN_VALUE);
    }

    private Standing standing(Op op, Read read) {
        boolean must = op.sure() && op.end() < read.begin() && isYoung(op.end(), read);
        return new Standing(true, must, op.begin(), op.end());
    }

    /** Whether a group with an event of this time is stored. */
    boolean isYoung(long time, Read read) {
        return world.time.sinceBegin(time) > world.time.sinceBegin(read.end()) - STAYS;
    }

    /** Returns before when a group was not there. */
    long begin(Group group) {
        Stream<Op> events = !told(group).isEmpty()
                ? told(group).stream()
                : registers(group).values().stream()
                        .flatMap(List::stream)
                        .flatMap(register -> register.writes().stream().map(Register.Write::op));
        return group.kind().equals("mention")
                ? Long.MIN_VALUE
                : events.mapToLong(Op::begin).min().orElse(Long.MIN_VALUE);
    }

    /** Whether a group that was shown with these actors may have had news since then, or since all work was done before that. */
    boolean mayHaveNews(Group group, Read before, List<String> shown, Read now) {
        long since = world.time.lastRest(before.begin());
        return switch (group.kind()) {
            case "reaction", "follow", "request" ->
                registers(group).entrySet().stream()
                        .anyMatch(each -> each.getValue().stream()
                                .flatMap(Causes::additions)
                                .filter(write -> isIn(write.op(), since, now))
                                .anyMatch(write ->
                                        !shown.contains(each.getKey()) || !isKnown(write, each.getValue(), before)));
            case "mention" -> {
                Post post = world.posts.get(group.object());
                yield post != null && post.end >= since;
            }
            default -> told(group).stream().anyMatch(op -> isIn(op, since, now));
        };
    }

    private static boolean isIn(Op op, long since, Read now) {
        return op.end() >= since && op.begin() <= now.end();
    }

    private static Stream<Register.Write<Boolean>> additions(Register<Boolean> register) {
        return register.writes().stream()
                .filter(Register.Write::value)
                .filter(write -> !write.sure()
                        || register.without(write.op()).may(false, write.op().read(), 0));
    }

    /** Whether what was shown of someone has come of this addition, for want of others. */
    private static boolean isKnown(Register.Write<Boolean> addition, List<Register<Boolean>> registers, Read before) {
        Register<Boolean> register = registers.getFirst();
        return registers.size() == 1
                && addition.sure()
                && addition.begin() <= before.begin()
                && register.lastOther(true, before.end()) == Long.MIN_VALUE
                && register.since(true, before.end()) < before.begin();
    }

    /** Whether there is news between two reads, in every order of the calls and by every clock. */
    boolean hasNews(Group group, Read before, Read now) {
        long until = before.end() + 2 * world.time.offset(now.end());
        if (until >= now.begin() || group.kind().equals("mention")) {
            return false;
        }
        if (!told(group).isEmpty()) {
            return told(group).stream().anyMatch(op -> op.sure() && op.begin() > until && op.end() < now.begin());
        }
        Map<String, Standing> then = actors(group, new Read(before.begin(), until, null));
        return actors(group, now).entrySet().stream().anyMatch(each -> {
            Standing was = then.get(each.getKey());
            return each.getValue().must() && was != null && !was.may();
        });
    }
}
