package io.feedmill.bench.stub;

import java.net.URI;
import java.util.List;

/**
 * What an {@link InstantStore} is to be.
 *
 * @param behind the DynamoDB Local that does all that is not answered
 * @param feeds whether feed items are taken at once or written there too
 * @param followers as {@link FollowerModel#named} takes it
 */
public record StoreOptions(URI behind, Feeds feeds, String followers) {

    /** What becomes of feed items that are written without a condition, alone or in batches. */
    public enum Feeds {
        ANSWERED,
        FORWARDED
    }

    /** Takes feed items at once, and answers queries for {@linkplain GeneratedFollowers generated followers}. */
    public static StoreOptions instant(URI behind) {
        return new StoreOptions(behind, Feeds.ANSWERED, GeneratedFollowers.class.getName());
    }

    /** The same with feed items written behind it. */
    public StoreOptions withRealFeeds() {
        return new StoreOptions(behind, Feeds.FORWARDED, followers);
    }

    public StoreOptions withFollowers(String model) {
        return new StoreOptions(behind, feeds, model);
    }

    /** As words of a command line. */
    List<String> words() {
        return List.of(behind.toString(), feeds.name(), followers);
    }

    /** The inverse of {@link #words()}. */
    static StoreOptions of(List<String> words) {
        return new StoreOptions(URI.create(words.get(0)), Feeds.valueOf(words.get(1)), words.get(2));
    }
}
