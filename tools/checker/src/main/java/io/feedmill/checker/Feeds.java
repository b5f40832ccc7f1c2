package io.feedmill.checker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What home and author feeds show, must show and must not show. */
final class Feeds {

    private final World world;
    private final Visibility visibility;
    private final Report report;
    /** The pages that showed a post to a reader first. */
    private final Map<String, Map<String, Page>> shown = new HashMap<>();

    Feeds(World world, Report report) {
        this.world = world;
        this.visibility = new Visibility(world);
        this.report = report;
    }

    void judge(List<Page> pages) {
        for (Page page : pages) {
            if (page.op().is("homeFeed")) {
                home(page);
            } else if (page.op().is("authorFeed")) {
                author(page);
            }
        }
    }

    private void home(Page page) {
        String reader = page.op().at("user");
        for (JsonNode item : page.items()) {
            Post post = published(page.op(), item);
            if (post != null) {
                homeItem(page, reader, item, post);
            }
        }
        trimmed(page);
        claim(page);
        missing(page, reader);
        page.items()
                .forEach(item ->
                        shown.computeIfAbsent(reader, key -> new HashMap<>()).putIfAbsent(World.id(item), page));
    }

    private void author(Page page) {
        Op op = page.op();
        String viewer = op.viewer();
        for (JsonNode item : page.items()) {
            Post post = published(op, item);
            if (post != null) {
                show(visibility.anywhere(viewer, post, op.read(), World.ELSEWHERE), op, post);
                current(op, item, post, World.ELSEWHERE);
                boolean own = post.author.equals(op.at("author"));
                report.judge(
                        Promise.PUBLISHED,
                        own,
                        () -> "%s shows %s of %s".formatted(op.told(), post.id, post.author),
                        op);
            }
        }
        if (!page.hasRoot()) {
            return;
        }
        Set<String> on = page.ids();
        Read walk = page.walk();
        long below = page.below();
        long above = page.above();
        for (Post post : world.posts.of(op.at("author"))) {
            if (post.createdAt <= below || post.createdAt >= above) {
                continue;
            }
            if (!on.contains(post.id)) {
                hides(visibility.anywhere(viewer, post, op.read(), World.ELSEWHERE));
            }
            boolean own = post.author.equals(viewer);
            boolean must = visibility.isYoung(post, walk)
                    && visibility.surelyReadable(viewer, post, walk, World.ELSEWHERE)
                    && (own || isTaken(post, walk));
            if (must) {
                Promise promise = own ? Promise.OWN_POSTS : Promise.AUTHOR_FEED;
                lacks(promise, on.contains(post.id), page, post, "");
            }
        }
    }

    /** Returns the post of an item that is as somebody published it; null if none is known. */
    @Nullable Post published(Op op, JsonNode item) {
        Post post = world.posts.get(World.id(item));
        if (post == null) {
            return null;
        }
        boolean same = (post.publish != null || !world.settings.empty())
                && item.path("author").asString("").equals(post.author)
                && World.nanos(item.path("createdAt")) == post.createdAt
                && post.begin <= op.end();
        report.judge(
                Promise.PUBLISHED, same, () -> "%s shows %s, which nobody published so".formatted(op.told(), item), op);
        return post.publish == null ? null : post;
    }

    private void homeItem(Page page, String reader, JsonNode item, Post post) {
        Op op = page.op();
        show(visibility.home(reader, post, op.read(), World.ELSEWHERE), op, post);
        boolean own = post.author.equals(reader);
        if (own) {
            current(op, item, post, World.ELSEWHERE);
        } else {
            // Home feeds of others follow an edit by a job.
            current(op, item, post, world.time.rests(op.read()) ? World.ELSEWHERE : World.NEVER);
        }
        String via = item.path("via").asString("");
        boolean known = via.equals("self") == own
                && Set.of("self", "follow", "announcement").contains(via);
        report.judge(Promise.PUBLISHED, known, () -> "%s shows %s via %s".formatted(op.told(), post.id, via), op);
        report.judge(
                Promise.RETENTION,
                !visibility.isOld(post, op.read()),
                () -> "%s shows %s of %s".formatted(op.told(), post.id, item.path("createdAt")),
                op);
    }

    private void show(List<Visibility.Hidden> reasons, Op op, Post post) {
        for (Visibility.Hidden each : reasons) {
            report.judge(
                    each.promise(),
                    !each.hidden(),
                    () -> "%s shows %s of %s, though %s".formatted(op.told(), post.id, post.author, each.why()),
                    op);
        }
    }

    /** Counts what a page hides, as it should. */
    private void hides(List<Visibility.Hidden> reasons) {
        reasons.stream()
                .filter(Visibility.Hidden::hidden)
                .forEach(each -> report.judge(each.promise(), true, () -> ""));
    }

    private void current(Op op, JsonNode item, Post post, long slack) {
        // Further pages are eventually consistent, at the process that took the edit, too.
        Read read = op.query().containsKey("cursor") ? new Read(op.begin(), op.end(), null) : op.read();
        int current = slack == World.NEVER ? 0 : post.version(read, slack);
        int number = item.path("version").asInt(0);
        report.judge(
                Promise.CURRENT_TEXT,
                number >= current && post.wasWritten(item, op.end()),
                () -> "%s shows %s in version %d, %s; version %d is current"
                        .formatted(op.told(), post.id, number, item.path("text"), current),
                op);
    }

    private void trimmed(Page page) {
        Op op = page.op();
        if (op.answer().has("since")) {
            long since = World.nanos(op.answer().path("since"));
            long expected = world.time.clock(op.call().process(), op.begin())
                    - world.settings.retention().toNanos();
            boolean kept = Math.abs(since - expected)
                    <= 60 * World.SECOND + op.end() - op.begin() + world.time.offset(op.end());
            report.judge(
                    Promise.RETENTION,
                    kept,
                    () -> "%s is trimmed since %s"
                            .formatted(op.told(), op.answer().path("since")),
                    op);
        }
    }

    // What completeUntil claims.

    private void claim(Page page) {
        Op op = page.op();
        boolean claims = op.answer().has("completeUntil");
        if (!page.first() || page.says("rebuilding")) {
            report.judge(Promise.COMPLETE_UNTIL_PLACE, !claims, () -> op.told() + " has completeUntil", op);
        }
        if (!claims) {
            return;
        }
        long until = World.nanos(op.answer().path("completeUntil"));
        long offset = world.time.offset(op.end());
        long rest = world.time.rest(op.read());
        boolean future = until > world.time.sinceBegin(op.end()) + offset;
        if (future || quiet(op, rest)) {
            long age = world.time.sinceBegin(op.begin()) - until;
            report.judge(
                    Promise.COMPLETE_UNTIL_RECENT,
                    !future && age <= 11 * World.SECOND + 2 * offset,
                    () -> "%s is complete until %s, %d s ago"
                            .formatted(op.told(), op.answer().path("completeUntil"), age / World.SECOND),
                    op);
        }
    }

    private boolean quiet(Op op, long rest) {
        return rest != Long.MIN_VALUE && op.begin() - rest >= 10 * World.SECOND && !world.time.faultIn(rest, op.end());
    }

    // What a home feed lacks.

    private void missing(Page page, String reader) {
        if (!page.hasRoot()) {
            return;
        }
        Set<String> on = page.ids();
        Read walk = page.walk();
        // A page that nobody may read is no return.
        boolean digest = "false".equals(page.op().query().get("seen")) && new Absence(world).isPossible(walk.end());
        boolean rests = world.time.rests(walk) && !page.says("rebuilding") && !digest;
        boolean returns = new Absence(world).returns(reader, page);
        Map<String, Page> earlier = shown.getOrDefault(reader, Map.of());
        for (Post post : world.posts.between(page.below(), page.above())) {
            boolean own = post.author.equals(reader);
            boolean candidate =
                    own || post.announcement || world.follows.containsKey(new World.Pair(reader, post.author));
            boolean has = on.contains(post.id);
            if (candidate && !has) {
                hides(visibility.home(reader, post, page.op().read(), World.ELSEWHERE));
            }
            if (!candidate || !visibility.surelyShown(reader, post, walk)) {
                continue;
            }
            if (own) {
                lacks(Promise.OWN_POSTS, has, page, post, "");
            } else if (post.announcement) {
                announced(page, reader, post, has);
            } else if (isTaken(post, walk)) {
                followed(page, reader, post, has, rests, returns);
                seenBefore(page, reader, post, has, earlier.get(post.id));
            }
        }
    }

    /** Pages take the posts of an author on read from a copy of a second ago. */
    private boolean isTaken(Post post, Read walk) {
        return !world.onRead.contains(post.author) || post.end + World.ELSEWHERE < walk.begin();
    }

    private void followed(Page page, String reader, Post post, boolean has, boolean rests, boolean returns) {
        Register<Boolean> follow = world.following(reader, post.author);
        long since = follow.since(true, page.op().end());
        if (since == World.NEVER || (!rests && isImportedAgain(follow, page))) {
            return;
        }
        if (since < post.begin && isClaimed(page, post)) {
            String until = ", and is complete until "
                    + page.op().answer().path("completeUntil").asString();
            lacks(Promise.COMPLETE_UNTIL, has, page, post, until);
        }
        if (!rests) {
            return;
        }
        if (since < post.begin) {
            lacks(returns ? Promise.RETURN : Promise.FEED_AT_REST, has, page, post, ", and all work is done");
        } else if (isBrought(follow, post)) {
            lacks(Promise.FOLLOW_BRINGS, has, page, post, ", and all work is done");
        }
    }

    /** Whether {@code completeUntil} speaks of the post: it was published, and last changed, before then by any clock that the promise bears. */
    private boolean isClaimed(Page page, Post post) {
        JsonNode until = page.op().answer().path("completeUntil");
        if (until.isMissingNode()
                || post.publish == null
                || world.time.offset(page.op().end()) > 2 * World.SECOND) {
            return false;
        }
        long changed = post.changed(page.op().end());
        return post.createdAt < World.nanos(until)
                && changed != World.NEVER
                && world.time.sinceBegin(changed) + 2 * World.SECOND < World.nanos(until);
    }

    /** Whether it is among the newest 100 of its author, whatever was published until now, and a call, not an import, began the follow. */
    private boolean isBrought(Register<Boolean> follow, Post post) {
        List<Post> all = world.posts.of(post.author);
        return !isImported(follow)
                && all.stream()
                                .filter(other -> other.createdAt >= post.createdAt)
                                .count()
                        <= 100;
    }

    private static boolean isImported(Register<Boolean> follow) {
        return follow.writes().stream().anyMatch(write -> write.op().is("importFollows"));
    }

    /** After an unfollow an import leaves the author hidden until that is done. */
    private static boolean isImportedAgain(Register<Boolean> follow, Page page) {
        return isImported(follow) && follow.lastOther(true, page.op().end()) != Long.MIN_VALUE;
    }

    private void announced(Page page, String reader, Post post, boolean has) {
        Op announce = post.publish;
        boolean ended = world.ops.stream()
                .anyMatch(op -> op.is("deleteOnRead") && op.at("author").equals(post.author));
        if (announce == null || ended) {
            return;
        }
        Register<Boolean> follow = world.following(reader, post.author);
        boolean unfollowed =
                follow.lastOther(true, page.op().end()) != Long.MIN_VALUE && !world.time.rests(page.walk());
        boolean here = announce.call().process() != null
                && announce.call().process().equals(page.op().call().process());
        long from = post.end + (here ? 0 : 32 * World.SECOND);
        if (!unfollowed && from < page.walk().begin()) {
            lacks(Promise.ANNOUNCEMENTS, has, page, post, "");
        }
    }

    /** A post that a page has shown stays, unless something may have taken it away since then. */
    private void seenBefore(Page page, String reader, Post post, boolean has, @Nullable Page seen) {
        long slack = world.onRead.contains(post.author) ? 30 * World.SECOND : World.ELSEWHERE;
        if (seen == null || seen.op().end() + slack >= page.walk().begin()) {
            return;
        }
        Register<Boolean> follow = world.following(reader, post.author);
        long since = follow.since(true, page.op().end());
        long unfollowed = follow.lastOther(true, page.op().end());
        boolean settled = unfollowed == Long.MIN_VALUE
                || world.time.restedBetween(unfollowed, seen.op().begin());
        Read all = page.op().read().since(seen.op().begin());
        if (since < seen.op().begin() && settled && visibility.surelyShown(reader, post, all)) {
            lacks(
                    Promise.WALK_COMPLETE,
                    has,
                    page,
                    post,
                    ", which call " + seen.op().call().id() + " had shown");
        }
    }

    private void lacks(Promise promise, boolean has, Page page, Post post, String besides) {
        Op publish = post.publish == null ? page.op() : post.publish;
        report.judge(
                promise,
                has,
                () -> "%s lacks %s of %s%s".formatted(page.op().told(), post.id, post.author, besides),
                publish,
                page.op());
    }
}
