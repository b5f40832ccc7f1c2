package io.feedmill.cli.call;

import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.FollowState;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "follow",
        mixinStandardHelpOptions = true,
        description = "Lets a user follow an author, or request it of one who asks.")
public final class FollowCommand extends FollowChange {
    @Override
    FollowState change(FeedmillClient client, String user, String author) {
        return client.follow(user, author);
    }

    @Command(name = "unfollow", mixinStandardHelpOptions = true, description = "Lets a user unfollow an author.")
    public static final class UnfollowCommand extends FollowChange {
        @Override
        FollowState change(FeedmillClient client, String user, String author) {
            client.unfollow(user, author);
            return FollowState.NOT_FOLLOWING;
        }
    }
}

/** Changes whether a user follows an author, and prints the result. */
abstract class FollowChange implements Callable<Integer> {
    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "USER")
    private String user = "";

    @Parameters(paramLabel = "AUTHOR")
    private String author = "";

    abstract FollowState change(FeedmillClient client, String user, String author);

    @Override
    public final Integer call() {
        FollowState state = change(api.client().as(user), user, author);
        api.print(state, now -> List.of(now.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        return 0;
    }
}
