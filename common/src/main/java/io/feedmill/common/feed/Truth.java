package io.feedmill.common.feed;

/** What the author's own feed says of a post: every writer of home feeds goes by it. */
public sealed interface Truth {

    /** The post stands, at this revision. */
    record Live(FeedItem item) implements Truth {}

    /** The post was retracted, or never was. */
    record Gone() implements Truth {}
}
