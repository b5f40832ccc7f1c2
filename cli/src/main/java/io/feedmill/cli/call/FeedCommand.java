package io.feedmill.cli.call;

import io.feedmill.cli.command.Usage;
import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.FeedItem;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "feed",
        mixinStandardHelpOptions = true,
        description = "Prints the home feed of a user, newest first: time, post, author and text.")
public final class FeedCommand implements Callable<Integer> {
    private static final int MAX = 10_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "USER")
    private String user = "";

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of items (${DEFAULT-VALUE}).")
    private int limit = 50;

    @Override
    public Integer call() {
        Usage.require(spec, limit >= 1 && limit <= MAX, "--limit must be 1 to %d.".formatted(MAX));
        api.print(api.client().homeFeed(user).limit(limit).toList(), FeedCommand::lines);
        return 0;
    }

    private static List<String> lines(List<FeedItem> items) {
        return items.stream()
                .map(item -> "%s  %s  %s  %s"
                        .formatted(item.createdAt(), item.post(), item.author(), ApiOutput.safe(item.text())))
                .toList();
    }
}
