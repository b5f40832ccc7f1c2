package io.feedmill.bench.stub;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * What an {@link InstantStore} is to be.
 *
 * @param behind the DynamoDB Local that does all that is not answered
 * @param feeds whether feed items are taken at once or written there too
 * @param followers as {@link FollowerModel#named} takes it
 * @param latency added to every answer
 * @param writeUnits a second that feeds take where they are taken at once; 0: no bound
 */
public record StoreOptions(URI behind, Feeds feeds, String followers, Duration latency, int writeUnits) {

    /** What becomes of feed items that are written without a condition, alone or in batches. */
    public enum Feeds {
        ANSWERED,
        FORWARDED
    }

    /** Takes feed items at once, and answers queries for {@linkplain GeneratedFollowers generated followers}. */
    public static StoreOptions instant(URI behind) {
        return new StoreOptions(behind, Feeds.ANSWERED, GeneratedFollowers.class.getName(), Duration.ZERO, 0);
    }

    /** The same with feed items written behind it. */
    public StoreOptions withRealFeeds() {
        return new StoreOptions(behind, Feeds.FORWARDED, followers, latency, writeUnits);
    }

    public StoreOptions withFollowers(String model) {
        return new StoreOptions(behind, feeds, model, latency, writeUnits);
    }

    public StoreOptions withLatency(Duration time) {
        return new StoreOptions(behind, feeds, followers, time, writeUnits);
    }

    public StoreOptions withWriteUnits(int unitsPerSecond) {
        return new StoreOptions(behind, feeds, followers, latency, unitsPerSecond);
    }

    /** As words of a command line. */
    List<String> words() {
        return List.of(behind.toString(), feeds.name(), followers, latency.toString(), Integer.toString(writeUnits));
    }

    /** The inverse of {@link #words()}. */
    static StoreOptions of(List<String> words) {
        return new StoreOptions(
                URI.create(words.get(0)),
                Feeds.valueOf(words.get(1)),
                words.get(2),
                Duration.parse(words.get(3)),
                Integer.parseInt(words.get(4)));
    }
}
