package io.feedmill.stack.client;

/** An author's totals. */
public record Counters(long posts, long deliveries) {

    public Counters minus(Counters earlier) {
        return new Counters(posts - earlier.posts, deliveries - earlier.deliveries);
    }
}
