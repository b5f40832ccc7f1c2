package io.feedmill.checker;

import java.text.Normalizer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Posts by country, state and city. */
record Places(World world, Visibility visibility, Report report) {
    private static final List<String> LEVELS = List.of("country", "state", "city");
    private static final Comparator<JsonNode> ORDER = Comparator.<JsonNode, String>comparing(
                    item -> name(item.path("place"), "state"))
            .thenComparing(item -> name(item.path("place"), "city"))
            .thenComparing(Comparator.<JsonNode>comparingLong(item -> World.nanos(item.path("createdAt")))
                    .reversed());

    private static String name(JsonNode place, String level) {
        return Normalizer.normalize(place.path(level).asString(""), Normalizer.Form.NFC);
    }

    void judge(List<Page> pages) {
        for (Page page : pages) {
            if (page.op().is("postsInCountry", "postsInState", "postsInCity")) {
                order(page);
                page.items().forEach(item -> item(page.op(), item));
                if (page.last() && page.hasRoot()) {
                    missing(page);
                }
            }
        }
    }

    private void order(Page page) {
        JsonNode above = page.before() == null || page.before().items().isEmpty()
                ? null
                : page.before().items().getLast();
        for (JsonNode item : page.items()) {
            JsonNode before = above;
            boolean kept = before == null || isForeign(before) || isForeign(item) || ORDER.compare(before, item) <= 0;
            report.judge(
                    Promise.PLACES,
                    kept,
                    () -> "%s shows %s after %s".formatted(page.op().told(), item, before),
                    page.op());
            above = item;
        }
    }

    /** The order of other names than ASCII's is not documented. */
    private static boolean isForeign(JsonNode item) {
        return !item.path("place").toString().chars().allMatch(letter -> letter < 128);
    }

    private void item(Op op, JsonNode item) {
        Post post = world.posts.get(World.id(item));
        if (post == null || post.publish == null) {
            boolean unknown = post != null && world.settings.empty();
            report.judge(
                    Promise.PUBLISHED,
                    !unknown,
                    () -> "%s shows %s, which nobody published".formatted(op.told(), item),
                    op);
            return;
        }
        boolean there = post.places.stream().anyMatch(place -> isThere(op, place));
        report.judge(Promise.PLACES, there, () -> "%s shows %s of %s".formatted(op.told(), post.id, post.places), op);
        visibility.judge(report, op, post, item);
    }

    private static boolean isThere(Op op, JsonNode place) {
        return place.isObject()
                && LEVELS.stream()
                        .filter(level -> op.path().containsKey(level))
                        .allMatch(level ->
                                name(place, level).equals(Normalizer.normalize(op.at(level), Normalizer.Form.NFC)));
    }

    private void missing(Page page) {
        Set<String> shown = page.ids();
        Read walk = page.walk();
        for (Post post : world.posts.all()) {
            boolean must = !post.places.isEmpty()
                    && post.places.stream().allMatch(place -> isThere(page.op(), place))
                    && post.end + World.ELSEWHERE < walk.begin()
                    && visibility.isYoung(post, walk)
                    && visibility.surelyReadable(page.op().viewer(), post, walk, World.ELSEWHERE);
            if (must) {
                report.judge(
                        Promise.PLACES,
                        shown.contains(post.id),
                        () -> page.op().told() + " lacks " + post.id,
                        page.op());
            }
        }
    }
}
