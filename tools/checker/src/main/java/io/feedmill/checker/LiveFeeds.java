package io.feedmill.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Live feeds: a page, and what changes on it. */
record LiveFeeds(World world, Visibility visibility, Report report) {
    private static final int SIZE = 50;
    private static final Set<String> REASONS = Set.of("hidden", "older");
    private static final Set<String> ENDS = Set.of("shutdown", "expired", "refused", "unavailable");

    /** What a client of one stream has at a time. */
    private static final class View {
        final Op op;
        final Map<String, JsonNode> items = new LinkedHashMap<>();
        long last;
        /** The last event before those that came together with this one. */
        long before;

        @Nullable JsonNode unseen;

        boolean paged;
        boolean ended;
        boolean closed;

        View(Op op) {
            this.op = op;
            this.last = op.begin();
            this.before = last;
        }

        String reader() {
            return op.at("user");
        }

        /** Returns what it shows, newest first. */
        List<JsonNode> shown() {
            return items.values().stream()
                    .sorted(Comparator.<JsonNode>comparingLong(item -> World.nanos(item.path("createdAt")))
                            .reversed())
                    .toList();
        }
    }

    void judge(List<Page> pages) {
        List<Page> reads = new ArrayList<>(pages);
        world.ops.stream()
                .filter(op -> op.is("unseenNotifications") && op.status() == 200)
                .forEach(op -> reads.add(new Page(op, List.of(), null)));
        reads.removeIf(page -> !page.op().is("homeFeed", "unseenNotifications") || !page.first());
        reads.sort(Comparator.comparingLong(page -> page.op().begin()));
        for (Op op : world.ops) {
            if (op.is("liveHomeFeed") && op.status() == 200) {
                stream(
                        op,
                        reads.stream()
                                .filter(page -> page.op().path().equals(op.path()))
                                .toList());
            }
        }
    }

    private void stream(Op op, List<Page> pages) {
        View view = new View(op);
        List<Page> toCompare = new ArrayList<>(pages);
        for (StreamEvent event : world.streams.getOrDefault(op.call().id(), List.of())) {
            long time = World.nanos(event.time());
            view.before = time - view.last > World.SECOND ? view.last : view.before;
            compareUntil(view, toCompare, time);
            form(view, event, time);
            take(view, event, time);
            view.last = time;
        }
        if (!view.ended && !view.closed) {
            compareUntil(view, toCompare, World.NEVER);
            view.before = view.last;
            view.items.keySet().forEach(id -> stays(view, id, world.time.last()));
        }
    }

    private void form(View view, StreamEvent event, long time) {
        JsonNode data = event.data();
        boolean fresh = !view.paged;
        boolean kept = switch (event.event()) {
            case "page" -> fresh && data != null && data.path("items").isArray();
            case "put" -> !fresh && data != null && !World.id(data).isEmpty();
            case "remove" ->
                !fresh
                        && data != null
                        && view.items.containsKey(World.id(data))
                        && REASONS.contains(data.path("reason").asString(""));
            case "unseen" -> data != null && data.path("unseen").asInt(-1) >= 0;
            case "end" -> data != null && ENDS.contains(data.path("reason").asString(""));
            default -> event.event().equals("closed");
        };
        boolean late = view.ended && !event.event().equals("closed");
        boolean full = time - view.last > World.SECOND && view.items.size() > SIZE;
        report.judge(
                Promise.LIVE_EVENTS,
                kept && !late && !full,
                () -> "%s sends %s %s%s, with %d items shown"
                        .formatted(
                                view.op.told(), event.event(), data, late ? " after its end" : "", view.items.size()),
                view.op);
    }

    private void take(View view, StreamEvent event, long time) {
        JsonNode data = event.data();
        switch (event.event()) {
            case "page" -> {
                view.paged = true;
                if (data != null) {
                    data.path("items").forEach(item -> put(view, item, time));
                }
            }
            case "put" -> {
                if (data != null) {
                    put(view, data, time);
                }
            }
            case "remove" -> {
                if (data != null && view.items.containsKey(World.id(data))) {
                    stays(view, World.id(data), time);
                    view.items.remove(World.id(data));
                }
            }
            case "unseen" -> view.unseen = data;
            case "end" -> view.ended = true;
            default -> {
                view.closed = true;
                if (!view.ended) {
                    view.items.keySet().forEach(id -> stays(view, id, time));
                }
            }
        }
    }

    private void put(View view, JsonNode item, long time) {
        view.items.put(World.id(item), item);
        Post post = world.posts.get(World.id(item));
        if (post == null || post.publish == null) {
            boolean unknown = post != null && world.settings.empty();
            report.judge(
                    Promise.PUBLISHED,
                    !unknown,
                    () -> "%s shows %s, which nobody published".formatted(view.op.told(), item),
                    view.op);
            return;
        }
        report.judge(
                Promise.CURRENT_TEXT,
                post.wasWritten(item, time),
                () -> "%s shows %s, which nobody wrote".formatted(view.op.told(), item),
                view.op);
        if (!world.time.faultIn(time - 60 * World.SECOND, time)) {
            Read read =
                    new Read(time - patience(view, time), time, view.op.call().process());
            for (Visibility.Hidden each : visibility.home(view.reader(), post, read, 0)) {
                report.judge(
                        Promise.LIVE_HIDDEN,
                        !each.hidden(),
                        () -> "%s puts %s, though %s".formatted(view.op.told(), post.id, each.why()),
                        view.op);
            }
        }
    }

    /** An item was shown until then: it is late if it was hidden all the time that a client may have to wait. */
    private void stays(View view, String id, long time) {
        Post post = world.posts.get(id);
        if (post == null || post.publish == null || world.time.faultIn(time - 60 * World.SECOND, time)) {
            return;
        }
        Read read = new Read(time - patience(view, time), time, view.op.call().process());
        visibility.home(view.reader(), post, read, 0).stream()
                .filter(each -> each.promise() != Promise.WHO_MAY_READ)
                .forEach(each -> report.judge(
                        Promise.LIVE_HIDDEN,
                        !each.hidden(),
                        () -> "%s still has %s after 3 s, though %s".formatted(view.op.told(), post.id, each.why()),
                        view.op));
    }

    /** After 5 minutes without an event all takes 5 s more. A second is for the way to the client. */
    private static long patience(View view, long time) {
        return (time - view.before > 290 * World.SECOND ? 9 : 4) * World.SECOND;
    }

    // What the client has is what a page shows.

    private void compareUntil(View view, List<Page> pages, long time) {
        while (!pages.isEmpty() && pages.getFirst().op().begin() < time) {
            Page page = pages.removeFirst();
            Op op = page.op();
            long rest = world.time.rest(op.read());
            boolean calm = rest != Long.MIN_VALUE
                    && op.begin() - Math.max(rest, Math.max(view.last, view.op.end())) > 35 * World.SECOND
                    && op.end() < time
                    && !world.time.faultIn(rest, op.end());
            if (calm && view.paged && !view.ended && !view.closed) {
                compare(view, page);
            }
        }
    }

    private void compare(View view, Page page) {
        boolean feed = page.op().is("homeFeed");
        List<String> shown =
                feed ? view.shown().stream().map(LiveFeeds::told).toList() : List.of(String.valueOf(view.unseen));
        List<String> expected = feed
                ? page.items().stream().limit(SIZE).map(LiveFeeds::told).toList()
                : List.of(page.op().answer().toString());
        int both = page.last() ? SIZE : Math.min(expected.size(), SIZE);
        boolean old = view.shown().stream().anyMatch(item -> isOld(item, page.op()))
                || page.items().stream().anyMatch(item -> isOld(item, page.op()));
        report.judge(
                Promise.LIVE_VIEW,
                old || Set.copyOf(shown.stream().limit(both).toList()).equals(Set.copyOf(expected)),
                () -> "%s has %s, and the page has %s".formatted(view.op.told(), shown, expected),
                view.op,
                page.op());
    }

    /** Retention takes an item from a page without a word to its live feeds, for a while. */
    private boolean isOld(JsonNode item, Op op) {
        long oldest =
                world.time.sinceBegin(op.end()) - world.settings.retention().toNanos();
        return World.nanos(item.path("createdAt")) < oldest + 3600 * World.SECOND;
    }

    private static String told(JsonNode item) {
        return World.id(item) + " " + item.path("version").asInt(0);
    }
}
