package io.feedmill.bench.stub;

import java.util.List;
import java.util.Optional;

/** Every author has the one follower that the text names. */
public final class OneFollower implements FollowerModel {
    private final String follower;

    public OneFollower(String follower) {
        this.follower = follower;
    }

    @Override
    public Optional<List<String>> followers(String author) {
        return Optional.of(List.of(follower));
    }
}
