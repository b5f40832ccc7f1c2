package io.feedmill.cli.call;

import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {
            "Tells how far the fan-out of a post is, and why its oldest pending slices wait.",
            "Only the author and administrators see more than the state."
        })
public final class StatusCommand implements Callable<Integer> {
    private static final long PAUSE = 1_000;

    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "POST", description = "The id of the post.")
    private String post = "";

    @Option(names = "--watch", description = "Wait until the fan-out is complete.")
    private boolean watch;

    @Override
    public Integer call() throws InterruptedException {
        FeedmillClient client = api.client();
        Job job = client.getFanout(post);
        try (ProgressBar bar = ProgressBar.of("recipients", api.err())) {
            while (watch && !job.isComplete()) {
                if (job.state().equals("DELIVERING") && job.expected() > 0) {
                    bar.at(job.delivered() + job.skipped(), job.expected());
                }
                Thread.sleep(PAUSE);
                job = client.getFanout(post);
            }
        }
        api.print(job, StatusCommand::lines);
        return 0;
    }

    private static List<String> lines(Job job) {
        if (job.job() == null) {
            return List.of(job.state());
        }
        List<String> lines = new ArrayList<>();
        lines.add("%s: %,d of %,d delivered, %,d skipped%s"
                .formatted(
                        job.state(),
                        job.delivered(),
                        job.expected(),
                        job.skipped(),
                        job.skippedBy() == null || job.skippedBy().isEmpty() ? "" : " " + job.skippedBy()));
        if (job.pendingSlices() > 0) {
            lines.add("%,d of %,d slices pending".formatted(job.pendingSlices(), job.slices()));
        }
        if (job.oldestPending() != null) {
            job.oldestPending().stream()
                    .filter(slice -> slice.reason() != null)
                    .map(slice -> "slice %d: requeued, attempt %d, %s"
                            .formatted(slice.slice(), slice.attempt(), slice.reason()))
                    .forEach(lines::add);
        }
        return lines;
    }
}
