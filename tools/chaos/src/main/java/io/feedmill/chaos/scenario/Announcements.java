package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Posts that all readers see. They are announced, edited and retracted as long as calls are made, and their author is taken off the list. */
final class Announcements {
    /** Pages have room for them beside the posts of a sequence. */
    private static final int MAX = 10;

    private static final Duration EVERY = Duration.ofSeconds(2);

    private final RigRun run;
    private final Random random;
    private final List<FeedmillClient> apis;
    private final List<String> ids = new ArrayList<>();

    /** As their last edits made them, by id. */
    private final Map<String, Post> posts = new ConcurrentHashMap<>();

    private final Set<String> retracted = ConcurrentHashMap.newKeySet();

    Announcements(RigRun run, long seed) {
        this.run = run;
        this.random = new Random(seed);
        this.apis = run.rig().clients();
    }

    /** Announces the first one before an API reads the list: one that has read it would not know the author for 10 s. */
    void begin() {
        announce(apis.getFirst());
    }

    /** Announces, edits and retracts until the end. */
    void make(List<LivingSequence> sequences, AtomicBoolean over) {
        try {
            while (!RunClock.await(over::get, EVERY, EVERY)) {
                next(sequences);
            }
        } catch (ProblemException e) {
            run.require(false, "an announcement failed: " + e.getMessage());
        }
    }

    private void next(List<LivingSequence> sequences) {
        int number = random.nextInt(apis.size());
        FeedmillClient api = apis.get(number);
        Post post = Objects.requireNonNull(posts.get(ids.get(random.nextInt(ids.size()))));
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> announce(api);
            case 3 -> api.admin().deleteOnRead(post.author());
            case 4 -> retract(number, post.id(), sequences);
            default -> edit(api, post);
        }
    }

    private void announce(FeedmillClient api) {
        if (ids.size() < MAX) {
            String id = api.admin().announce("announced " + ids.size()).id();
            posts.put(id, api.getPost(id));
            ids.add(id);
        }
    }

    private void edit(FeedmillClient api, Post post) {
        if (!retracted.contains(post.id())) {
            String text = "announced, changed " + random.nextInt(1_000);
            posts.put(post.id(), api.as(post.author()).editPost(post.id(), post.version(), text, null));
        }
    }

    private void retract(int number, String id, List<LivingSequence> sequences) {
        retracted.add(id);
        apis.get(number).retractPost(id);
        sequences.forEach(each -> each.checkRetracted(id, number));
    }

    int count() {
        return ids.size();
    }

    /** Returns the ids of those that pages may lack: a call retracts them, or has. */
    Set<String> retracted() {
        return retracted;
    }

    /** Returns those that pages have. */
    List<Post> shown() {
        return posts.values().stream()
                .filter(post -> !retracted.contains(post.id()))
                .toList();
    }
}
