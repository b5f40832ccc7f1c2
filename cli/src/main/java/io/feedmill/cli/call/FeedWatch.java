package io.feedmill.cli.call;

import io.feedmill.cli.command.Usage;
import io.feedmill.cli.token.ApiOption.ApiOutput;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.ProblemException;
import io.feedmill.common.storage.Backoff;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Prints a home feed and what changes in it, across connections. For one thread. */
final class FeedWatch {
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(15));

    private final ApiOutput api;
    private final int limit;
    /** What the feed shows now, newest first: ids sort as the posts do, by age. */
    private final Map<String, FeedItem> items = new TreeMap<>(Comparator.reverseOrder());

    FeedWatch(ApiOutput api, int limit) {
        this.api = api;
        this.limit = limit;
    }

    /** Listens until the API refuses, or the first connection fails: throws the {@link ProblemException}. */
    void run(FeedmillClient client, String user) throws InterruptedException {
        boolean begun = false;
        for (int failures = 0; ; failures++) {
            try (Stream<LiveEvent> events = client.liveHomeFeed(user)) {
                begun = true;
                failures = 0;
                events.forEach(event -> api.print(json(event), line -> changes(event)));
            } catch (ProblemException e) {
                if (!begun || !e.isTemporary()) {
                    throw e;
                }
                api.err().println(Usage.safe(String.valueOf(e.getMessage())));
            }
            Thread.sleep(PAUSES.delay(failures, ThreadLocalRandom.current()));
        }
    }

    private static JsonNode json(LiveEvent event) {
        ObjectNode line = JsonMapper.shared().createObjectNode();
        line.put("event", event.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        return line.setAll((ObjectNode) JsonMapper.shared().valueToTree(event));
    }

    /** Returns lines for posts that are gone, not those that are only older than all here, and for new and changed ones, the newest last. */
    private List<String> changes(LiveEvent event) {
        List<FeedItem> before = List.copyOf(items.values());
        apply(event);
        List<FeedItem> now = List.copyOf(items.values());
        boolean older =
                event instanceof LiveEvent.Remove remove && remove.reason().equals("older");
        boolean more = event instanceof LiveEvent.Page first && first.page().next() != null && !now.isEmpty();
        String oldest = more ? now.getLast().post() : "";
        Stream<String> removed = before.stream()
                .map(FeedItem::post)
                .filter(post -> now.stream().noneMatch(item -> item.post().equals(post)))
                .filter(post -> !older && post.compareTo(oldest) > 0)
                .map("removed %s"::formatted);
        List<FeedItem> changed =
                now.stream().limit(limit).filter(item -> !before.contains(item)).toList();
        return Stream.concat(removed, changed.reversed().stream().map(Answers::line))
                .toList();
    }

    private void apply(LiveEvent event) {
        switch (event) {
            case LiveEvent.Page first -> {
                items.clear();
                first.page().items().forEach(item -> items.put(item.post(), item));
            }
            case LiveEvent.Put put -> items.put(put.item().post(), put.item());
            case LiveEvent.Remove remove -> items.remove(remove.post());
            case LiveEvent.Unseen ignored -> {}
            case LiveEvent.End ignored -> {}
        }
    }
}
