package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Authors.Group;
import io.feedmill.common.cost.RowSizes;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What users do, and how Feedmill is set. */
record Load(Authors authors, Activity activity, Readers readers, Setup setup) {
    /** The length of the list of authors on read. The first to have enough followers are on it. */
    static final double LIST = 100_000;

    /** Calls a day, of all users; there are as many unfollows as follows. */
    record Activity(double posts, double edits, double retractions, double views, double reactions, double follows) {
        static final double SECONDS = 86_400;

        double changes() {
            return posts + edits + retractions;
        }
    }

    /**
     * How users read home feeds: pages a day of all users, pages of a reader within a minute, the mean share of users with a live feed, the share of
     * those whom slices pass over, and pages a day that read what slices did not bring.
     */
    record Readers(double pages, double session, double listening, double dormant, double returns) {
        double awake() {
            return 1 - dormant;
        }
    }

    /** Who posts: all users as often, or authors in proportion to their followers. The values of {@code --posters}, spelled as the user types them. */
    enum Posters {
        equally,
        followers
    }

    /** The load at peak over the mean, days of retention, followers from which an author is on read (0: no author), and heads that an API keeps. */
    record Setup(Posters posters, double peak, double retention, double onReadFrom, double heads, RowSizes rows) {
        boolean isOnRead(double followers) {
            return onReadFrom > 0 && followers >= onReadFrom;
        }
    }

    Load withoutDormant() {
        return new Load(
                authors, activity, new Readers(readers.pages(), readers.session(), readers.listening(), 0, 0), setup);
    }

    /** Returns the number of authors with enough followers to be on read. */
    double candidates() {
        return groups(1, 0).mapToDouble(Group::authors).sum();
    }

    /** Returns the authors whose posts are read from their feeds. */
    Stream<Group> onRead() {
        return groups(listed(), 0);
    }

    /** Returns the authors whose posts are delivered. */
    Stream<Group> pushed() {
        return groups(1 - listed(), 1);
    }

    private double listed() {
        return Math.min(1, LIST / candidates());
    }

    private Stream<Group> groups(double candidates, double others) {
        return authors.groups().stream()
                .map(group -> group.times(setup.isOnRead(group.followers()) ? candidates : others))
                .filter(group -> group.authors() > 0);
    }

    /** Returns the largest number of followers to whom a post is delivered. */
    double largestDelivered() {
        double from = setup.onReadFrom();
        return from > 0 && listed() == 1 ? Math.min(authors.largest(), from - 1) : authors.largest();
    }

    /** Returns the share of all posts that are by a group. */
    double share(Group group) {
        return switch (setup.posters()) {
            case equally -> group.authors() / authors.users();
            case followers -> group.follows() / authors.follows();
        };
    }

    /** Returns the mean over all posts, those of other authors as 0. */
    double mean(Stream<Group> groups, ToDoubleFunction<Group> ofPost) {
        return groups.mapToDouble(group -> share(group) * ofPost.applyAsDouble(group))
                .sum();
    }

    /** Returns the mean number of recipients of all posts, dormant ones included. */
    double recipients() {
        return mean(pushed(), Group::followers);
    }

    /** Returns the users with a live feed, at a multiple of the mean load. */
    double listeners(double factor) {
        return authors.users() * Math.min(1, readers.listening() * factor);
    }

    /** Returns deliveries a day. Those of edits and retractions change rows, and are not counted here. */
    double deliveries() {
        return activity.posts() * recipients() * readers.awake();
    }

    /** Returns the rows of the home feed of a user who is not dormant: deliveries, and the user's own posts. */
    double homeRows() {
        return activity.posts() * (recipients() + 1) * setup.retention() / authors.users();
    }
}
