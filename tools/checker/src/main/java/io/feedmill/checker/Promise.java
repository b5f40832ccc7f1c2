package io.feedmill.checker;

/** What the documents promise, each in a sentence with its source. */
public enum Promise {
    ONCE_IN_A_WALK("A walk through the pages of a list shows each item once.", "README.md, What it promises, 4"),
    NEWEST_FIRST("Posts, messages and reports come newest first.", "README.md, What it promises, 3"),
    NEXT_OR_END("Every page of every list has exactly one of next and end.", "docs/feeds.md, Pages"),
    LIMIT("A page has no more items than its limit.", "docs/feeds.md, Pages"),
    WALK_COMPLETE("A walk shows each item that was there when it began.", "docs/fan-out.md, Pages of a feed"),
    RETENTION("A home feed shows no post that is older than its retention.", "docs/feeds.md, What it shows"),
    PUBLISHED("A feed shows only what somebody published, unchanged.", "docs/feeds.md, Pages"),
    OWN_POSTS("After the 201 the author's own feeds show the post.", "README.md, What it promises, 1"),
    CURRENT_TEXT("A page shows a version that is current, as it was written.", "docs/documents.md, Edits"),
    HIDDEN_RETRACTED(
            "A retracted post is hidden at once, at other processes within 2 s.", "docs/documents.md, Retractions"),
    HIDDEN_UNFOLLOWED(
            "A home feed shows no author whom its owner does not follow, at once.", "docs/feeds.md, What it shows"),
    HIDDEN_MUTED("A home feed shows no muted author, at once.", "docs/feeds.md, What it shows"),
    HIDDEN_BLOCKED("A block hides the two from each other, at once.", "docs/feeds.md, Calls"),
    WHO_MAY_READ("Only whom the permissions admit read a post.", "docs/documents.md, Permissions"),
    READABLE("Who may read a post gets it, and 410 after its retraction.", "docs/documents.md, Permissions"),
    POSTS_BY_IDS("By their ids a viewer gets all posts that the viewer may read.", "docs/documents.md, By ids"),
    AUTHOR_FEED("An author feed shows each post that its viewer may read.", "docs/concepts.md"),
    COMPLETE_UNTIL(
            "Every post of a followed author from before completeUntil is in the feed.",
            "docs/feeds.md, Complete until"),
    COMPLETE_UNTIL_RECENT("The moment is 7 to 10 s ago while nothing waits.", "docs/feeds.md, Complete until"),
    COMPLETE_UNTIL_PLACE(
            "Only first pages have completeUntil, and none while it is rebuilt.", "docs/feeds.md, Complete until"),
    FEED_AT_REST("Every follower sees each post of the author.", "README.md, What it promises, 2"),
    FOLLOW_BRINGS("A follow brings the author's newest 100 posts.", "docs/feeds.md, Calls"),
    RETURN("The page of a return shows all that the reader missed.", "docs/fan-out.md, Dormant readers"),
    ANNOUNCEMENTS("Pages of all users show an announcement.", "docs/announcements.md"),
    FOLLOW_POLICY("A follow is stored, or a request if the author asks.", "docs/feeds.md, Follow policy"),
    BLOCK_REFUSES("Neither of two users with a block can follow the other.", "docs/feeds.md, Calls"),
    REQUESTS("A request is accepted if it is open, else 404.", "docs/feeds.md, Follow policy"),
    FOLLOWS(
            "Lists of followed, followers, requests, muted and blocked are what calls have made them.",
            "docs/feeds.md, Calls"),
    IDEMPOTENCY(
            "The same key and request are answered with the same post, another request with 422.",
            "docs/documents.md, Publish"),
    IF_MATCH("An edit replaces the version that it names, else 412, and 428 without one.", "docs/documents.md, Edits"),
    ONE_CHANGE_A_SECOND("A second edit within a second is 429.", "docs/documents.md, Edits"),
    VIEWS("Each viewer counts once.", "docs/views.md"),
    REACTIONS("Each user counts once for a reaction, as soon as it is answered.", "docs/views.md"),
    OWN_REACTIONS("with=reactions tells which reactions the viewer has, at once.", "docs/views.md, Beside posts"),
    COUNTS_AT_REST("with=counts is exact when nothing waits.", "docs/views.md, Beside posts"),
    DELIVERIES("deliveries are those of the fan-out.", "docs/views.md"),
    AUTHOR_COUNTERS("The counters of an author are the posts, their deliveries and the follows.", "docs/walk.md"),
    FANOUT("A fan-out completes, and delivered + skipped = expected.", "README.md, What it promises, 2"),
    FANOUT_READER("fanout/{user} tells what became of the post for one reader.", "docs/fan-out.md, One reader"),
    REPORTS("Each event is in exactly one report.", "docs/reports.md"),
    PLACES("A place has its posts, by state, city, then newest first.", "docs/places.md"),
    ROOMS(
            "A room has each message that was answered with 201, until it is deleted.",
            "docs/rooms.md, What a read sees"),
    NO_DEFECT("A 5xx is a 503; a 500 is a defect.", "docs/problems.md"),
    STATUS("A call has a status, and a problem, that openapi.json lists.", "docs/clients.md, The description"),
    PROBLEM("Each error answer is a problem with type, title and its status.", "docs/problems.md"),
    RETRY_AFTER("429 and 503 have Retry-After.", "docs/problems.md"),
    NOTIFICATIONS("Notifications tell by whom what stands, and move with news.", "docs/notifications.md"),
    BADGE("unseen is the number of items that the page marks as unseen.", "docs/notifications.md"),
    SEEN("What is marked is seen, or read, until it has news.", "docs/notifications.md"),
    SUSPENDED("Each call of a suspended user is 403.", "docs/security.md, Revoke tokens, suspend users"),
    LIVE_EVENTS("A live feed is a page, then put and remove; end is last.", "docs/feeds.md, Live"),
    LIVE_HIDDEN("A live feed removes within 3 s what is hidden, and puts nothing hidden.", "docs/feeds.md, Live"),
    LIVE_VIEW("After the events of a moment the client has what GET shows.", "docs/feeds.md, Live");

    private final String sentence;
    private final String source;

    Promise(String sentence, String source) {
        this.sentence = sentence;
        this.source = source;
    }

    /** Returns the promise. */
    public String sentence() {
        return sentence;
    }

    /** Returns the document, and its section, that promises it. */
    public String source() {
        return source;
    }
}
