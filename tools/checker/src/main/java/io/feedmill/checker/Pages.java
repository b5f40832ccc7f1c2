package io.feedmill.checker;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The form of pages and walks. */
record Pages(World world, List<Page> pages, Report report) {
    private static final Set<String> BY_TIME =
            Set.of("homeFeed", "authorFeed", "roomMessages", "reports", "notifications");

    void judge() {
        for (Page page : pages) {
            onceInAWalk(page);
            nextOrEnd(page);
            limit(page);
            newestFirst(page);
        }
    }

    private void onceInAWalk(Page page) {
        if (page.op().is("deviceEvents")) {
            return;
        }
        Set<String> seen = new HashSet<>(page.earlier().keySet());
        List<String> twice =
                page.items().stream().map(Page::id).filter(id -> !seen.add(id)).toList();
        Op[] calls = {page.root().op(), page.op()};
        report.judge(
                Promise.ONCE_IN_A_WALK, twice.isEmpty(), () -> page.op().told() + " shows " + twice + " again", calls);
    }

    private void nextOrEnd(Page page) {
        JsonNode answer = page.op().answer();
        String end = answer.path("end").asString("");
        boolean kept = answer.has("next") != answer.has("end")
                && (!answer.has("end") || Set.of("complete", "trimmed").contains(end))
                && answer.has("since") == end.equals("trimmed");
        report.judge(
                Promise.NEXT_OR_END,
                kept,
                () -> "%s has next %s, end %s and since %s"
                        .formatted(page.op().told(), answer.path("next"), answer.path("end"), answer.path("since")),
                page.op());
    }

    private void limit(Page page) {
        int limit = Integer.parseInt(page.op().query().getOrDefault("limit", "50"));
        int size = page.items().size();
        report.judge(Promise.LIMIT, size <= limit, () -> page.op().told() + " has " + size + " items", page.op());
    }

    private void newestFirst(Page page) {
        if (!BY_TIME.contains(page.op().name())) {
            return;
        }
        String field = page.op().is("reports") ? "from" : page.op().is("notifications") ? "at" : "createdAt";
        Page before = field.equals("from") ? null : page.before();
        long above = before == null || before.items().isEmpty()
                ? Long.MAX_VALUE
                : World.nanos(before.items().getLast().path(field));
        for (JsonNode item : page.items()) {
            long time = World.nanos(item.path(field));
            long limit = above;
            report.judge(
                    Promise.NEWEST_FIRST,
                    time <= limit,
                    () -> "%s shows %s after an older item".formatted(page.op().told(), Page.id(item)),
                    page.op());
            above = time;
        }
    }
}
