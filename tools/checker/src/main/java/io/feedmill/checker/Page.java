package io.feedmill.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A page of a list, and the page before it in the walk: null of the first one, and of one whose cursor nobody saw. */
record Page(Op op, List<JsonNode> items, @Nullable Page before) {
    private static final Set<String> LISTS = Set.of(
            "homeFeed",
            "authorFeed",
            "postsInCountry",
            "postsInState",
            "postsInCity",
            "postVersions",
            "postJobs",
            "roomMessages",
            "deviceEvents",
            "following",
            "followers",
            "mutedUsers",
            "blockedUsers",
            "followRequests",
            "notifications",
            "reports");

    /** Returns all pages of a world, in the order of their calls. */
    static List<Page> all(World world) {
        List<Page> pages = new ArrayList<>();
        Map<List<Object>, Page> byNext = new HashMap<>();
        for (Op op : world.ops) {
            if (LISTS.contains(op.name()) && op.status() == 200) {
                List<JsonNode> items = op.answer().path("items").valueStream().toList();
                String cursor = op.query().get("cursor");
                Page page = new Page(op, items, cursor == null ? null : byNext.get(list(op, cursor)));
                pages.add(page);
                if (op.answer().has("next")) {
                    byNext.put(list(op, op.answer().path("next").asString("")), page);
                }
            }
        }
        return pages;
    }

    private static List<Object> list(Op op, String cursor) {
        Map<String, String> query = new HashMap<>(op.query());
        query.remove("limit");
        query.remove("cursor");
        String viewer = op.viewer();
        return List.of(op.name(), op.path(), query, viewer == null ? "" : viewer, cursor);
    }

    boolean first() {
        return !op.query().containsKey("cursor");
    }

    /** Whether all pages since the first one are known. */
    boolean hasRoot() {
        return first() || (before != null && before.hasRoot());
    }

    Page root() {
        return before == null ? this : before.root();
    }

    /** The time of the whole walk. */
    Read walk() {
        return op.read().since(root().op.begin());
    }

    boolean last() {
        return !op.answer().has("next");
    }

    /** Returns the ids of all items of the walk so far. */
    Set<String> ids() {
        Set<String> ids = before == null ? new HashSet<>() : before.ids();
        items.forEach(item -> ids.add(id(item)));
        return ids;
    }

    static String id(JsonNode item) {
        return item.isString()
                ? item.asString()
                : Stream.of("post", "id", "job", "version")
                        .map(item::path)
                        .filter(JsonNode::isValueNode)
                        .findFirst()
                        .map(JsonNode::asString)
                        .orElse("");
    }

    /** Returns the items that the walk had before this page, by id; the last one of each id. */
    Map<String, JsonNode> earlier() {
        Map<String, JsonNode> items = new LinkedHashMap<>();
        for (Page page = before; page != null; page = page.before) {
            page.items.forEach(item -> items.putIfAbsent(id(item), item));
        }
        return items;
    }

    /** Returns the time of the last item of the pages before. */
    long above() {
        if (before == null) {
            return first() ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return before.items.isEmpty()
                ? before.above()
                : World.nanos(before.items.getLast().path("createdAt"));
    }

    /** Returns the time of the last item: what is newer, and older than {@link #above()}, must be on the page. */
    long below() {
        if (last()) {
            return Long.MIN_VALUE;
        }
        return items.isEmpty() ? above() : World.nanos(items.getLast().path("createdAt"));
    }

    boolean says(String flag) {
        return op.answer().path(flag).asBoolean(false);
    }
}
