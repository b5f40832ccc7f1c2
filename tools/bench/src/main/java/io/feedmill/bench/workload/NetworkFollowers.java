package io.feedmill.bench.workload;

import io.feedmill.bench.stub.FollowerModel;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/** The followers of all users of a network, by the names of {@link UserNames}, for a store that answers without a table of them. */
public final class NetworkFollowers implements FollowerModel {
    private static final String SOCIAL = "social-";
    private static final String POWER_LAW = "power-law-";

    private final Network network;

    /** Of the network that {@link #name(SocialModel)} or {@link #name(PowerLaw)} stands for. */
    public NetworkFollowers(String network) {
        if (network.startsWith(SOCIAL)) {
            this.network = new SocialModel(Integer.parseInt(network.substring(SOCIAL.length())));
        } else if (network.startsWith(POWER_LAW)) {
            this.network = PowerLaw.of(Integer.parseInt(network.substring(POWER_LAW.length())));
        } else {
            throw new IllegalArgumentException("no network " + network);
        }
    }

    /** As {@link FollowerModel#named} takes it. */
    public static String name(SocialModel model) {
        return NetworkFollowers.class.getName() + ":" + SOCIAL + model.users();
    }

    /** As {@link FollowerModel#named} takes it; for {@link PowerLaw#of} alone. */
    public static String name(PowerLaw law) {
        return NetworkFollowers.class.getName() + ":" + POWER_LAW + law.largest();
    }

    @Override
    public Optional<List<String>> followers(String author) {
        return UserNames.find(author)
                .filter(user -> user >= 1 && user <= network.users())
                .map(user -> new Names(network.followersOf(user)));
    }

    private static final class Names extends AbstractList<String> implements RandomAccess {
        private final Following following;

        private Names(Following following) {
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
