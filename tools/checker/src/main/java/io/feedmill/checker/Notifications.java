package io.feedmill.checker;

import io.feedmill.checker.Causes.Group;
import io.feedmill.checker.Causes.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Notifications: which groups a user has, by whom, which of them are new, and how many these are. */
final class Notifications {
    private static final long MAX_UNSEEN = 100;

    /** A group on a page. */
    private record Sight(Op op, JsonNode item, long at) {}

    private final World world;
    private final Visibility visibility;
    private final Report report;
    private final Causes causes;
    private final Map<String, List<Op>> calls = new HashMap<>();
    private final Map<Group, List<Sight>> sights = new HashMap<>();

    Notifications(World world, Visibility visibility, Report report) {
        this.world = world;
        this.visibility = visibility;
        this.report = report;
        this.causes = new Causes(world, visibility);
    }

    void judge(List<Page> pages) {
        for (Op op : world.ops) {
            if (op.is("seeNotifications", "readNotification", "unseenNotifications") && op.possible()) {
                calls.computeIfAbsent(op.at("user"), user -> new ArrayList<>()).add(op);
            }
        }
        for (Page page : pages) {
            if (page.op().is("notifications")) {
                page.items().forEach(item -> item(page, item));
                missing(page);
                unseen(page);
            }
        }
    }

    private void item(Page page, JsonNode item) {
        Op op = page.op();
        Group group = Group.of(op.at("user"), item);
        Post post = world.posts.get(group.object());
        if (group.isOfPost() && post != null && post.publish != null) {
            visibility.judge(report, op, post, item.path("post"));
        }
        caused(page, group, item, actors(item));
        Sight sight = new Sight(op, item, World.nanos(item.path("at")));
        List<Sight> before = sights.computeIfAbsent(group, key -> new ArrayList<>());
        before.stream()
                .filter(each -> each.op().end() < op.begin())
                .reduce((first, second) -> second)
                .ifPresent(last -> moves(group, last, sight));
        flag("seen", sight, group, before);
        flag("read", sight, group, before);
        before.add(sight);
    }

    private static List<String> actors(JsonNode item) {
        return item.path("actors").valueStream().map(each -> each.asString("")).toList();
    }

    /** Those who reacted are told as workers have found them, all others as of now. */
    private void caused(Page page, Group group, JsonNode item, List<String> shown) {
        Op op = page.op();
        Read read = page.walk();
        boolean rests = world.time.rests(read);
        Map<String, Standing> actors = causes.actors(group, read);
        Set<String> wrong = new TreeSet<>(shown);
        Set<String> lacking = new TreeSet<>();
        actors.forEach((actor, standing) -> {
            boolean may = standing.may() || (!rests && group.kind().equals("reaction"));
            if (may && !isHidden(group.user(), actor, op.read())) {
                wrong.remove(actor);
            }
            if (rests && !shown.contains(actor) && !actor.isEmpty() && isListed(group, actor, standing, read)) {
                lacking.add(actor);
            }
        });
        boolean kept = wrong.isEmpty() && lacking.isEmpty() && (!shown.isEmpty() || actors.containsKey(""));
        for (int i = 1; rests && i < shown.size(); i++) {
            Standing one = actors.get(shown.get(i - 1));
            Standing next = actors.get(shown.get(i));
            kept &= one == null
                    || next == null
                    || next.from() <= Math.max(one.to(), one.to() + 2 * world.time.offset(op.end()));
        }
        boolean all = kept;
        report.judge(
                Promise.NOTIFICATIONS,
                all || !world.settings.empty(),
                () -> "%s shows %s; it lacks %s, and should not have %s".formatted(op.told(), item, lacking, wrong),
                op);
    }

    private boolean isHidden(String user, String actor, Read read) {
        return visibility.surelyBlocked(user, actor, read)
                || world.muting(user, actor).must(true, read, 0);
    }

    private boolean isListed(Group group, String actor, Standing standing, Read read) {
        return standing.must()
                && visibility.surelyFree(group.user(), actor, read)
                && world.muting(group.user(), actor).must(false, read, 0);
    }

    private void missing(Page page) {
        Read walk = page.walk();
        String user = page.op().at("user");
        if (!page.last() || !page.hasRoot() || !world.time.rests(walk)) {
            return;
        }
        Set<Group> shown = new HashSet<>();
        items(page).forEach(item -> shown.add(Group.of(user, item)));
        for (Group group : causes.groups(user)) {
            boolean must = causes.actors(group, walk).entrySet().stream()
                    .anyMatch(each -> isListed(group, each.getKey(), each.getValue(), walk));
            if (must && (!group.isOfPost() || isReadable(group, walk))) {
                report.judge(
                        Promise.NOTIFICATIONS,
                        shown.contains(group),
                        () -> "%s lacks %s, and all work is done"
                                .formatted(page.op().told(), group),
                        page.op());
            }
        }
    }

    private static Stream<JsonNode> items(Page page) {
        return Stream.concat(page.earlier().values().stream(), page.items().stream());
    }

    private boolean isReadable(Group group, Read walk) {
        Post post = world.posts.get(group.object());
        return post != null
                && post.publish != null
                && visibility.isYoung(post, walk)
                && visibility.surelyReadable(group.user(), post, walk, World.ELSEWHERE);
    }

    private void moves(Group group, Sight before, Sight sight) {
        Read now = sight.op().read();
        Read then = before.op().read();
        boolean kept = sight.at() == before.at()
                ? !world.time.rests(now) || !causes.hasNews(group, then, now)
                : sight.at() > before.at()
                        && (causes.mayHaveNews(group, then, actors(before.item()), now)
                                || !causes.isYoung(then.begin(), now));
        report.judge(
                Promise.NOTIFICATIONS,
                kept,
                () -> "%s was shown with %s, then %s"
                        .formatted(group, before.item().path("at"), sight.item()),
                before.op(),
                sight.op());
    }

    /** What was shown before the mark is marked; what has moved since then is not. */
    private void flag(String name, Sight sight, Group group, List<Sight> before) {
        boolean may = false;
        boolean must = false;
        for (Op op : calls.getOrDefault(group.user(), List.of())) {
            boolean covers = name.equals("seen")
                    ? op.is("seeNotifications") && World.nanos(op.body().path("until")) >= sight.at()
                    : op.is("readNotification")
                            && op.at("id").equals(sight.item().path("id").asString(""));
            if (covers && op.begin() <= sight.op().end()) {
                boolean moved = before.stream()
                        .anyMatch(each -> each.at() < sight.at() && each.op().begin() > op.end());
                boolean shown = before.stream()
                        .anyMatch(each -> each.at() == sight.at() && each.op().end() < op.begin());
                may |= !moved && causes.begin(group) <= op.end();
                must |= shown && op.sure() && op.end() < sight.op().begin();
            }
        }
        boolean told = sight.item().path(name).asBoolean(false);
        report.judge(
                Promise.SEEN,
                (told ? may : !must) || !world.settings.empty(),
                () -> "%s tells %s %s of %s".formatted(sight.op().told(), name, told, sight.item()),
                sight.op());
    }

    private void unseen(Page page) {
        List<JsonNode> items = items(page).toList();
        boolean seen = !items.isEmpty() && items.getLast().path("seen").asBoolean(false);
        if (!page.hasRoot() || (!page.last() && !seen)) {
            return;
        }
        long unseen = items.stream()
                .filter(item -> !item.path("seen").asBoolean(false))
                .count();
        for (Op op : calls.getOrDefault(page.op().at("user"), List.of())) {
            if (op.status() == 200 && world.time.sameMoment(op.read(), page.walk())) {
                boolean kept = op.answer().path("unseen").asLong(-1) == Math.min(unseen, MAX_UNSEEN)
                        && op.answer().path("more").asBoolean(false) == unseen > MAX_UNSEEN;
                report.judge(
                        Promise.BADGE,
                        kept,
                        () -> "%s is %s, and the page has %d unseen items".formatted(op.told(), op.answer(), unseen),
                        page.op(),
                        op);
            }
        }
    }
}
