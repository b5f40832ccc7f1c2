package io.feedmill.chaos.check;

import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares who follows an author in the end with what every user asked for last. */
public final class FollowerCheck {

    private FollowerCheck() {}

    /** The differences. Whoever is not sure of their last call may follow or not. */
    public static List<Difference> compare(String author, Map<String, Timeline> expected, List<String> actual) {
        Set<String> there = Set.copyOf(actual);
        Set<String> all = new TreeSet<>(there);
        all.addAll(expected.keySet());
        return all.stream()
                .filter(user -> isWrong(expected.get(user), there.contains(user)))
                .<Difference>map(user -> new Difference.WrongFollower(author, user, there.contains(user)))
                .toList();
    }

    private static boolean isWrong(@Nullable Timeline expected, boolean there) {
        return expected == null ? there : expected.isSettled() && expected.follows() != there;
    }
}
