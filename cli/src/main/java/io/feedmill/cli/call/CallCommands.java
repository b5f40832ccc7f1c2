package io.feedmill.cli.call;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.InputFile;
import io.feedmill.cli.token.ApiOption.ApiOutput;
import io.feedmill.client.AdminClient.ImportResult;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.FollowState;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Job;
import io.feedmill.client.Post.NewPost;
import java.io.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that call an API and print its answer, one a method: subcommands of the command that extends this. */
public abstract class CallCommands {
    private static final int MAX_ITEMS = 10_000;
    private static final long POLL = 1_000;
    /** What is read from a pipe cannot be sent again. */
    private static final Limits ONCE = new Limits(Limits.DEFAULT.answer(), 1, Limits.DEFAULT.repetition());

    @Command(
            name = "import",
            description = {
                "Imports follows: lines FOLLOWER AUTHOR in UTF-8, plain or compressed by gzip; - is standard input. Safe to repeat.",
                "Exit code 0: all are imported. 1: lines are rejected, or the call failed."
            })
    public static void importFollows(@Mixin ApiOutput api, @Parameters(paramLabel = "FILE") Path file) {
        InputFile input = new InputFile(file);
        ImportResult result;
        try (ProgressBar bar = ProgressBar.of("bytes sent", api.err())) {
            LongConsumer progress = sent -> bar.at(sent, file.toFile().length());
            InputStream first = input.open(progress);
            Supplier<InputStream> lines = input.isRegular() ? () -> input.open(progress) : () -> first;
            result = api.client(input.isRegular() ? Limits.DEFAULT : ONCE)
                    .admin()
                    .importFollows(BodyPublishers.ofInputStream(lines));
        }
        api.print(result, Answers::lines);
        if (result.rejectedCount() > 0) {
            throw new CommandException("%,d lines are rejected.".formatted(result.rejectedCount()));
        }
    }

    @Command(name = "post", description = "Publishes a post that everyone may read, and prints its id.")
    public static void post(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "AUTHOR") String author,
            @Parameters(paramLabel = "TEXT", description = "The text of the post.") String text) {
        api.print(api.client().as(author).publishPost(new NewPost(author, text)), post -> List.of(post.id()));
    }

    @Command(name = "feed", description = "Prints the home feed of a user, newest first: time, post, author and text.")
    public static void feed(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "USER") String user,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "Maximum number of items (${DEFAULT-VALUE}).")
                    int limit,
            @Option(names = "--watch", description = "Newest last; then go on with what changes.") boolean watch)
            throws InterruptedException {
        api.require(limit >= 1 && limit <= MAX_ITEMS, "--limit must be 1 to %d.".formatted(MAX_ITEMS));
        if (watch) {
            new FeedWatch(api, limit).run(api.client(), user);
        } else {
            api.print(api.client().homeFeed(user).limit(limit).toList(), Answers::lines);
        }
    }

    @Command(name = "follow", description = "Lets a user follow an author, or request it of one who asks.")
    public static void follow(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "USER") String user,
            @Parameters(paramLabel = "AUTHOR") String author) {
        api.print(api.client().as(user).follow(user, author), Answers::lines);
    }

    @Command(name = "unfollow", description = "Lets a user unfollow an author.")
    public static void unfollow(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "USER") String user,
            @Parameters(paramLabel = "AUTHOR") String author) {
        api.client().as(user).unfollow(user, author);
        api.print(FollowState.NOT_FOLLOWING, Answers::lines);
    }

    @Command(
            name = "status",
            description = {
                "Tells how far the fan-out of a post is, and why its oldest pending slices wait.",
                "Only the author and administrators see more than the state."
            })
    public static void status(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "POST", description = "The id of the post.") String post,
            @Option(names = "--watch", description = "Wait until the fan-out is complete.") boolean watch)
            throws InterruptedException {
        FeedmillClient client = api.client();
        Job job = client.getFanout(post, null);
        try (ProgressBar bar = ProgressBar.of("recipients", api.err())) {
            while (watch && !job.isComplete()) {
                if (job.state().equals("DELIVERING")) {
                    bar.at(job.delivered() + job.skipped(), job.expected());
                }
                Thread.sleep(POLL);
                job = client.getFanout(post, null);
            }
        }
        api.print(job, Answers::lines);
    }

    @Command(name = "explain", description = "Tells what became of a post for a user, and why.")
    public static void explain(
            @Mixin ApiOutput api,
            @Parameters(paramLabel = "POST", description = "The id of the post.") String post,
            @Parameters(paramLabel = "USER") String user) {
        api.print(api.client().getReaderFanout(post, user), Answers::lines);
    }

    @Command(
            name = "reports",
            description = "Lists the reports, newest first, a line each, with the sums over all authors.")
    public static void reports(@Mixin ApiOutput api) {
        api.print(api.client().admin().reports().toList(), Answers::reports);
    }

    /** A bar on a terminal's standard error, which is removed when this is closed; elsewhere nothing. Not thread-safe. */
    static final class ProgressBar implements AutoCloseable {
        private static final int WIDTH = 30;

        private final String unit;
        private final @Nullable PrintWriter terminal;
        private String shown = "";

        /** A bar on this terminal; null: none. */
        ProgressBar(String unit, @Nullable PrintWriter terminal) {
            this.unit = unit;
            this.terminal = terminal;
        }

        static ProgressBar of(String unit, PrintWriter err) {
            Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
            return new ProgressBar(unit, terminal.map(console -> err).orElse(null));
        }

        /** Shows a part of a total; 0: the total is unknown, and nothing is shown. */
        void at(long done, long total) {
            if (total == 0) {
                return;
            }
            long percent = 100 * done / total;
            int full = (int) (WIDTH * percent / 100);
            draw("[%s%s] %3d%% %,d of %,d %s"
                    .formatted("#".repeat(full), " ".repeat(WIDTH - full), percent, done, total, unit));
        }

        @Override
        public void close() {
            draw("");
        }

        private void draw(String line) {
            if (terminal != null && !line.equals(shown)) {
                terminal.print("\r" + line + " ".repeat(Math.max(0, shown.length() - line.length()))
                        + (line.isEmpty() ? "\r" : ""));
                terminal.flush();
                shown = line;
            }
        }
    }
}
