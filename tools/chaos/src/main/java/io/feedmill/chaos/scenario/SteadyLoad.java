package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.PostStream;
import io.feedmill.stack.load.PostStream.Sent;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StepFailure;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** Posts at a steady rate, on a rig that has had none before. */
final class SteadyLoad {

    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(300), Duration.ofMinutes(5));

    private final String marker;
    private final PostStream posts;

    private SteadyLoad(Rig rig, String marker, IntFunction<String> authors) {
        this.marker = marker;
        this.posts = new PostStream(rig.feedmill(), PERSISTENCE, marker, authors, new RunClock());
    }

    /** Begins; the marker is part of every text and of no other. */
    static SteadyLoad start(Rig rig, String marker, IntFunction<String> authors, Duration every) {
        SteadyLoad load = new SteadyLoad(rig, marker, authors);
        load.posts.start(every);
        return load;
    }

    /** How many posts were answered so far. */
    int answered() {
        return posts.sent().size();
    }

    /** Ends it; throws {@link StepFailure} where a post was never answered. */
    Run stop(FollowGraph graph) {
        posts.stop();
        List<String> unanswered = posts.unanswered();
        if (!unanswered.isEmpty()) {
            throw new StepFailure(
                    "%,d posts were never answered: %s".formatted(unanswered.size(), unanswered.getFirst()));
        }
        return Run.onFresh(
                graph, Posts.of(marker, posts.sent().stream().map(Sent::post).toList()));
    }
}
