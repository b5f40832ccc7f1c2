package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Authors.Group;
import io.feedmill.common.cost.RowSizes;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What users do, and how Feedmill is set. */
record Load(Authors authors, Activity activity, Setup setup, Dormant dormant) {

    /** Calls a day, of all users. */
    record Activity(double posts, double edits, double retractions, double views, double reactions, double pages) {
        static final double SECONDS = 86_400;

        /** Returns jobs a second. */
        double jobs() {
            return (posts + edits + retractions) / SECONDS;
        }
    }

    /** Who posts: all users as often, or authors in proportion to their followers. The values of {@code --posters}, spelled as the user types them. */
    enum Posters {
        equally,
        followers
    }

    /**
     * @param peak the load at peak over the mean
     * @param retention of home feeds, in days
     * @param onReadFrom followers from which on an author's posts are read from the author's feed; 0: of no author
     */
    record Setup(Posters posters, double peak, double retention, double onReadFrom, RowSizes rows) {}

    /**
     * Readers whom slices pass over.
     *
     * @param share of the users
     * @param returns pages a day that read what slices did not bring
     */
    record Dormant(double share, double returns) {
        double awake() {
            return 1 - share;
        }
    }

    Load withoutDormant() {
        return new Load(authors, activity, setup, new Dormant(0, 0));
    }

    boolean isOnRead(Group group) {
        return setup.onReadFrom() > 0 && group.followers() >= setup.onReadFrom();
    }

    /** Returns the groups whose posts are read from their feeds. */
    Stream<Group> onRead() {
        return authors.groups().stream().filter(this::isOnRead);
    }

    /** Returns the number of authors on read. */
    double onReadAuthors() {
        return onRead().mapToDouble(Group::authors).sum();
    }

    /** Returns the number of recipients of a post of a group, dormant ones included. */
    double delivered(Group group) {
        return isOnRead(group) ? 0 : group.followers();
    }

    /** Returns the largest number of followers to whom a post is delivered. */
    double largestDelivered() {
        double from = setup.onReadFrom();
        return from > 0 ? Math.min(authors.largest(), from - 1) : authors.largest();
    }

    /** Returns the share of all posts that are by a group. */
    double share(Group group) {
        return switch (setup.posters()) {
            case equally -> group.authors() / authors.users();
            case followers -> group.follows() / authors.follows();
        };
    }

    /** Returns the mean over all posts. */
    double mean(ToDoubleFunction<Group> ofPost) {
        return authors.groups().stream()
                .mapToDouble(group -> share(group) * ofPost.applyAsDouble(group))
                .sum();
    }

    /** Returns deliveries a day. Those of edits and retractions change rows, and are not counted here. */
    double deliveries() {
        return activity.posts() * mean(this::delivered) * dormant.awake();
    }

    /** Returns the rows of the home feed of a user who is not dormant: deliveries, and the user's own posts. */
    double homeRows() {
        return activity.posts() * (mean(this::delivered) + 1) * setup.retention() / authors.users();
    }
}
