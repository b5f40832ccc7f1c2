package io.feedmill.cli.call;

import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.Job.Receipt;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Tells what became of a post for a user, and why.")
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "POST", description = "The id of the post.")
    private String post = "";

    @Parameters(paramLabel = "USER")
    private String user = "";

    @Override
    public Integer call() {
        api.print(api.client().getReaderFanout(post, user), receipt -> List.of(sentence(receipt)));
        return 0;
    }

    /** Words the states and reasons of {@code docs/fan-out.md#one-reader}. */
    static String sentence(Receipt receipt) {
        String reason = receipt.reason() == null ? "" : receipt.reason();
        String rest = switch (receipt.state()) {
            case "delivered" -> "has the post in the home feed.";
            case "pending" -> "does not have the post yet: it is on its way, or an audit or a rebuild brings it.";
            case "not-a-recipient" ->
                "is no recipient: does not follow the author, or did not when the post was published.";
            case "expired" -> "may have had the post, which is too old to tell.";
            case "skipped" -> skipped(reason);
            default ->
                "is in a state that this version does not know: %s."
                        .formatted((receipt.state() + " " + reason).strip());
        };
        return receipt.user() + " " + rest;
    }

    private static String skipped(String reason) {
        return switch (reason) {
            case "not-following" -> "does not get the post: does not follow the author any more.";
            case "not-permitted" -> "does not get the post: may not read it.";
            case "gone" -> "does not get the post: it is retracted.";
            case "blocked" -> "does not get the post: a block stands between user and author.";
            default -> "does not get the post: %s.".formatted(reason);
        };
    }
}
