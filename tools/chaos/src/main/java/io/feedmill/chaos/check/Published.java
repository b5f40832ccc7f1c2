package io.feedmill.chaos.check;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.load.PostStream.Sent;
import io.feedmill.stack.verify.Expectations;
import io.feedmill.stack.verify.Expected;
import io.feedmill.stack.verify.Posts;
import io.feedmill.stack.verify.Presence;
import io.feedmill.stack.verify.Range;
import io.feedmill.stack.verify.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Posts that were published while some of their followers came and went, on a Feedmill that had none before. */
public final class Published implements Expectations {

    private static final Counters NONE = new Counters(0, 0);

    private final Posts posts;
    private final Map<String, Duration> began;
    private final Follows follows;

    public Published(String marker, List<Sent> sent, Follows follows) {
        this.posts = Posts.of(marker, sent.stream().map(Sent::post).toList());
        this.began = sent.stream().collect(Collectors.toMap(each -> each.post().id(), Sent::began));
        this.follows = follows;
    }

    @Override
    public Posts posts() {
        return posts;
    }

    @Override
    public List<String> readers() {
        return follows.users();
    }

    @Override
    public Expected homeFeed(String reader) {
        List<PublishedPost> must = new ArrayList<>(posts.by(reader));
        List<PublishedPost> may = new ArrayList<>();
        follows.of(reader).forEach((author, timeline) -> {
            for (PublishedPost post : posts.by(author)) {
                switch (presence(timeline, post)) {
                    case MUST -> must.add(post);
                    case MAY -> may.add(post);
                    case MUST_NOT -> {
                        // in neither
                    }
                }
            }
        });
        return new Expected(must, may);
    }

    @Override
    public Range recipients(PublishedPost post) {
        Map<Presence, Long> followers = follows.ofAuthor(post.author()).values().stream()
                .collect(Collectors.groupingBy(timeline -> presence(timeline, post), Collectors.counting()));
        long must = followers.getOrDefault(Presence.MUST, 0L);
        return new Range(must, must + followers.getOrDefault(Presence.MAY, 0L));
    }

    @Override
    public Counters before(String author) {
        return NONE;
    }

    private Presence presence(Timeline timeline, PublishedPost post) {
        return timeline.of(Objects.requireNonNull(began.get(post.id())));
    }
}
