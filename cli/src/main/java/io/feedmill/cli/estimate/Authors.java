package io.feedmill.cli.estimate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Users by the number of their followers, of whom the largest has most. All users are authors. */
record Authors(List<Group> groups, double largest) {
    /** Of a distribution. A group is a few percent wide. */
    private static final int GROUPS = 400;

    /** A number of authors with as many followers each. They need not be whole. */
    record Group(double authors, double followers) {
        double follows() {
            return authors * followers;
        }

        Group times(double share) {
            return new Group(authors * share, followers);
        }
    }

    /** Returns users with these numbers of followers. */
    static Authors of(Collection<Integer> followers) {
        List<Group> groups =
                followers.stream()
                        .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(group -> new Group(group.getValue(), group.getKey()))
                        .toList();
        return new Authors(groups, Collections.max(followers));
    }

    /** Returns a Pareto distribution of exponent 1, cut off at the largest: a tenth of the followers, ten times the authors. */
    static Authors pareto(double users, double mean, double largest) {
        double least = least(mean, largest);
        if (least > largest * 0.999) {
            return new Authors(List.of(new Group(users, mean)), largest);
        }
        double all = 1 / least - 1 / largest;
        double step = Math.pow(largest / least, 1.0 / GROUPS);
        List<Group> groups = new ArrayList<>();
        double from = least;
        for (int group = 0; group < GROUPS; group++) {
            double to = from * step;
            double share = (1 / from - 1 / to) / all;
            groups.add(new Group(users * share, Math.log(step) / (1 / from - 1 / to)));
            from = to;
        }
        return new Authors(groups, largest);
    }

    /** Returns the least number of followers of the distribution with this mean, by bisection. */
    private static double least(double mean, double largest) {
        double low = 0;
        double high = largest;
        for (int step = 0; step < 200; step++) {
            double middle = (low + high) / 2;
            double found = middle * Math.log(largest / middle) / (1 - middle / largest);
            if (found < mean) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Returns the same shares of another number of users. */
    Authors scaledTo(double users) {
        double factor = users / users();
        return new Authors(groups.stream().map(group -> group.times(factor)).toList(), largest);
    }

    double users() {
        return groups.stream().mapToDouble(Group::authors).sum();
    }

    double follows() {
        return groups.stream().mapToDouble(Group::follows).sum();
    }

    double mean() {
        return follows() / users();
    }
}
