package io.feedmill.bench.stub;

import io.feedmill.bench.workload.Following;
import io.feedmill.bench.workload.Network;
import io.feedmill.bench.workload.SocialModel;
import io.feedmill.bench.workload.UserNames;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.regex.Pattern;

/** Numbered users follow each other as the {@link SocialModel} has it. */
public final class SocialFollowers implements FollowerModel {
    private static final Pattern USER = Pattern.compile("user-\\d{8}");

    private final Network network;

    /** @param users how many there are */
    public SocialFollowers(String users) {
        this.network = new SocialModel(Integer.parseInt(users));
    }

    /** As {@link FollowerModel#named} takes it. */
    public static String name(int users) {
        return SocialFollowers.class.getName() + ":" + users;
    }

    @Override
    public Optional<List<String>> followers(String author) {
        return USER.matcher(author).matches()
                ? Optional.of(new Named(network.followersOf(UserNames.number(author))))
                : Optional.empty();
    }

    private static final class Named extends AbstractList<String> implements RandomAccess {
        private final Following following;

        private Named(Following following) {
            this.following = following;
        }

        @Override
        public String get(int index) {
            return UserNames.of(following.at(index));
        }

        @Override
        public int size() {
            return following.count();
        }
    }
}
