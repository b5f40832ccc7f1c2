package io.feedmill.cli;

import io.feedmill.cli.deadletter.Redriving;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.RedriveRequest;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "redrive",
        mixinStandardHelpOptions = true,
        description = {
            "Sends a queue's dead letters to it again, as new messages.",
            "Those that die meanwhile stay dead. Safe to interrupt and to run again.",
            "Exit code 0: none that was meant is left. 1: some are, or may be in another call's hands, or a call failed."
        })
final class DeadLettersRedriveCommand implements Callable<Integer> {

    private static final int HIGHEST_RATE = 1_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ApiOption api = new ApiOption();

    @Parameters(paramLabel = "QUEUE", description = "The queue, as the list names it.")
    private String queue = "";

    @Option(names = "--reason", paramLabel = "REASON", description = "Only those with this reason. Default: all.")
    private @Nullable String reason;

    @Option(names = "--rate", paramLabel = "N", description = "How many a second, at most (${DEFAULT-VALUE}).")
    private int rate = 50;

    @Option(names = "--dry-run", description = "Only count them.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Usage.require(spec, rate >= 1 && rate <= HIGHEST_RATE, "--rate must be 1 to %d.".formatted(HIGHEST_RATE));
        RedriveRequest request = new RedriveRequest(dryRun, reason, rate, null);
        try (FeedmillClient feedmill = api.client()) {
            Redriving redriving = new Redriving(feedmill, Screen.standard(), queue);
            if (dryRun) {
                redriving.count(request);
            } else {
                redriving.run(request);
            }
            return 0;
        }
    }
}
