package io.feedmill.checker;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which a world is judged. Each that is absent has its documented default.
 *
 * @param apis names of the API processes
 * @param empty whether nothing was stored when the world began; by default true
 * @param retention of home feeds
 * @param roomRetention of messages
 * @param viewRetention age of a post from which its views do not count
 * @param announcer author of announcements
 * @param maxFollows, maxRequests authors whom a user follows, and requests that are open
 * @param reactionKinds kinds of reactions
 * @param dormantDays days after which a reader is away, if they were set before the world began
 * @param run any text that names the run; not judged
 */
public record Settings(
        List<String> apis,
        Boolean empty,
        Duration retention,
        Duration roomRetention,
        Duration viewRetention,
        String announcer,
        Integer maxFollows,
        Integer maxRequests,
        List<String> reactionKinds,
        @Nullable Integer dormantDays,
        @Nullable String run)
        implements Event {

    public Settings {
        apis = apis == null ? List.of() : List.copyOf(apis);
        empty = empty == null || empty;
        retention = retention == null ? Duration.ofDays(30) : retention;
        roomRetention = roomRetention == null ? Duration.ofDays(90) : roomRetention;
        viewRetention = viewRetention == null ? Duration.ofDays(90) : viewRetention;
        announcer = announcer == null ? "feedmill" : announcer;
        maxFollows = maxFollows == null ? 7500 : maxFollows;
        maxRequests = maxRequests == null ? 500 : maxRequests;
        reactionKinds =
                reactionKinds == null ? List.of("like", "love", "laugh", "sad", "angry") : List.copyOf(reactionKinds);
    }

    /** Returns the documented defaults, with these APIs, for a run of this name. */
    public static Settings of(List<String> apis, String run) {
        Settings all = defaults();
        return new Settings(
                apis,
                all.empty,
                all.retention,
                all.roomRetention,
                all.viewRetention,
                all.announcer,
                all.maxFollows,
                all.maxRequests,
                all.reactionKinds,
                null,
                run);
    }

    /** Returns the documented defaults. */
    public static Settings defaults() {
        return (Settings) History.event("{\"type\":\"settings\"}");
    }
}
