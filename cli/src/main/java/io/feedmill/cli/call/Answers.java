package io.feedmill.cli.call;

import io.feedmill.client.AdminClient.ImportResult;
import io.feedmill.client.AdminClient.Report;
import io.feedmill.client.AdminClient.Sums;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient.FollowState;
import io.feedmill.client.Job;
import io.feedmill.client.Job.Receipt;
import io.feedmill.common.follow.FollowLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Words answers of the API, in lines for people. */
final class Answers {
    private Answers() {}

    static List<String> lines(FollowState state) {
        return List.of(state.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    static List<String> lines(List<FeedItem> items) {
        return items.stream().map(Answers::line).toList();
    }

    static String line(FeedItem item) {
        return "%s  %s  %s  %s".formatted(item.createdAt(), item.post(), item.author(), item.text());
    }

    static List<String> lines(ImportResult result) {
        String ignored = FollowLines.sentence(result.ignored());
        String counts = "%,d imported, %,d rejected".formatted(result.imported(), result.rejectedCount());
        List<String> lines = new ArrayList<>(List.of(ignored.isEmpty() ? counts : counts + "; " + ignored));
        result.rejected().forEach(line -> lines.add("line %d: %s".formatted(line.line(), line.reason())));
        return lines;
    }

    static List<String> reports(List<Report> reports) {
        return reports.isEmpty()
                ? List.of("no reports")
                : reports.stream().map(Answers::line).toList();
    }

    private static String line(Report report) {
        String period = "%s  %s to %s".formatted(report.id(), report.from(), report.to());
        Sums sums = report.sums();
        String posts =
                "%,d authors, %,d posts, %,d deliveries".formatted(report.authors(), sums.posts(), sums.deliveries());
        String price = sums.price().toPlainString();
        String rest = "%,d views, %,d retractions, $%s".formatted(sums.views(), sums.retractions(), price);
        return "%s  %s, %s".formatted(period, posts, rest);
    }

    static List<String> lines(Job job) {
        if (job.job() == null) {
            return List.of(job.state());
        }
        List<String> lines = new ArrayList<>();
        String skipped = job.skippedBy() == null || job.skippedBy().isEmpty() ? "" : " " + job.skippedBy();
        lines.add("%s: %,d of %,d delivered, %,d skipped%s"
                .formatted(job.state(), job.delivered(), job.expected(), job.skipped(), skipped));
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

    /** Words the states and reasons of {@code docs/fan-out.md#one-reader}. */
    static List<String> lines(Receipt receipt) {
        String reason = receipt.reason() == null ? "" : receipt.reason();
        String rest = switch (receipt.state()) {
            case "delivered" -> "has the post in the home feed.";
            case "on-read" -> "reads the post in the author's feed: no job writes it to home feeds.";
            case "pending" -> "does not have the post yet: it is on its way, or an audit or a rebuild brings it.";
            case "not-a-recipient" ->
                "is no recipient: does not follow the author, or did not when the post was published.";
            case "expired" -> "may have had the post, which is too old to tell.";
            case "skipped" -> "does not get the post: %s.".formatted(skipped(reason));
            default ->
                "is in a state that this version does not know: %s."
                        .formatted((receipt.state() + " " + reason).strip());
        };
        return List.of(receipt.user() + " " + rest);
    }

    private static String skipped(String reason) {
        return switch (reason) {
            case "not-following" -> "does not follow the author any more";
            case "not-permitted" -> "may not read it";
            case "gone" -> "it is retracted";
            case "blocked" -> "a block stands between user and author";
            default -> reason;
        };
    }
}
