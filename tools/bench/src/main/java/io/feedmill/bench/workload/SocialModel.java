package io.feedmill.bench.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A social network and its day, as <a href="https://github.com/GetStream/Stream-Framework-Bench">Stream-Framework-Bench</a> has them: a tenth of the
 * users are active, and what a user does and has depends on the last two digits of the number.
 *
 * <p>Where we differ: there everybody is followed by the users 1 to n, themselves among them, so that few feeds get everything; here by as
 * many others spread over the network. There a page has 25 items and every further page reads the first again, as its filter is thrown away;
 * here pages of 50 are read one after the other. There all of a day's tasks are enqueued at once, 100 a task; here they have a time. New follows
 * of the day, which it plays and does not keep, are left out.
 */
public record SocialModel(int users) implements Network {
    /** Where it begins; it doubles from there. */
    public static final int FIRST_SIZE = 10_000;

    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int FEW = 1_000;

    public SocialModel {
        if (users < 10) {
            throw new IllegalArgumentException("a tenth of " + users + " users is nobody");
        }
    }

    /** The users 1 to this one are active. */
    public int activeUsers() {
        return users / 10;
    }

    /** How many posts an active user writes in a day. */
    public int posts(int user) {
        return Bin.of(user).posts;
    }

    /** How many pages of the home feed an active user reads in a day, one after the other. */
    public int pages(int user) {
        return Bin.of(user).pages;
    }

    @Override
    public Following followersOf(int author) {
        int count = switch (Bin.of(author)) {
            case QUIET -> 5;
            case CASUAL -> 50;
            case REGULAR -> 100;
            case BUSY, BUSIEST -> Math.min(percent(5), FEW);
            case FAMOUS -> Math.max(percent(10), FEW);
        };
        return Following.draw(users, author, count, author);
    }

    private int percent(int percent) {
        return (int) ((long) users * percent / 100);
    }

    /** What the active users do in a day, in the order of time. The same seed makes the same day. */
    public List<Event> day(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Event> events = new ArrayList<>();
        for (int user = 1; user <= activeUsers(); user++) {
            for (int post = 0; post < posts(user); post++) {
                events.add(new Event.Post(time(random), user));
            }
            events.add(new Event.Read(time(random), user, pages(user)));
        }
        events.sort(Comparator.comparing(Event::at).thenComparingInt(Event::user));
        return events;
    }

    private static Duration time(SplittableRandom random) {
        return Duration.ofMillis(random.nextLong(DAY));
    }

    /** Something that a user does. */
    public sealed interface Event {

        /** Since the day's beginning. */
        Duration at();

        int user();

        record Post(Duration at, int user) implements Event {}

        /** Goes through the home feed, so many pages deep or to its end. */
        record Read(Duration at, int user, int pages) implements Event {}
    }

    /** Which kind of user a number's last two digits make. */
    private enum Bin {
        QUIET(50, 0, 1),
        CASUAL(75, 1, 5),
        REGULAR(85, 5, 10),
        BUSY(95, 10, 20),
        BUSIEST(98, 25, 50),
        FAMOUS(100, 25, 50);

        private final int end;
        private final int posts;
        private final int pages;

        Bin(int end, int posts, int pages) {
            this.end = end;
            this.posts = posts;
            this.pages = pages;
        }

        static Bin of(int user) {
            return Arrays.stream(values())
                    .filter(bin -> user % 100 < bin.end)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
