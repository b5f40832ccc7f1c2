package io.feedmill.cli.estimate;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.InputFile;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.cli.estimate.Load.Posters;
import io.feedmill.cli.estimate.Load.Readers;
import io.feedmill.cli.estimate.Load.Setup;
import io.feedmill.common.cost.RowSizes;
import io.feedmill.common.key.UserId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "estimate",
        mixinStandardHelpOptions = true,
        description = {
            "Says what a load needs and costs on AWS: units, storage, processes, dollars, and the ceilings it comes near.",
            "Needs no connection. docs/capacity.md says what it assumes."
        })
public final class EstimateCommand extends CheckedCommand {
    private static final Pattern PAIR = Pattern.compile("([^,]+),([^,]+)");
    private static final int MAX_ID = 64;
    private static final double MIB = 1024 * 1024;

    @Option(names = "--users", required = true, description = "Users, each of whom reads and may post.")
    private double users;

    @Option(
            names = "--follows",
            required = true,
            paramLabel = "FILE|MEAN,LARGEST",
            description = {
                "Followers: those of a file of follows, which stands for all users; or a Pareto distribution of",
                "exponent 1 with this mean and this largest number."
            })
    private String follows = "";

    @Option(names = "--posts-per-day", required = true, paramLabel = "N", description = "Posts of all users a day.")
    private double posts;

    @Option(
            names = "--pages-per-day",
            required = true,
            paramLabel = "N",
            description = "First pages of home feeds that all users read a day.")
    private double pages;

    @Option(names = "--edits-per-day", paramLabel = "N", description = "Edits a day.")
    private double edits;

    @Option(names = "--retractions-per-day", paramLabel = "N", description = "Retractions a day.")
    private double retractions;

    @Option(names = "--views-per-day", paramLabel = "N", description = "Views a day, each alone.")
    private double views;

    @Option(names = "--reactions-per-day", paramLabel = "N", description = "Reactions a day.")
    private double reactions;

    @Option(names = "--follows-per-day", paramLabel = "N", description = "Follows a day, and as many unfollows.")
    private double newFollows;

    @Option(names = "--session", paramLabel = "N", description = "Pages of a reader in a minute (${DEFAULT-VALUE}).")
    private double session = 3;

    @Option(
            names = "--listening",
            paramLabel = "SHARE",
            description = "Users with a live feed open (${DEFAULT-VALUE}).")
    private double listening;

    @Option(
            names = "--posters",
            paramLabel = "equally|followers",
            description =
                    "Who posts: all users as often, or authors in proportion to their followers (${DEFAULT-VALUE}).")
    private Posters posters = Posters.equally;

    @Option(names = "--peak", paramLabel = "N", description = "The load at peak over the mean (${DEFAULT-VALUE}).")
    private double peak = 3;

    @Option(names = "--retention", paramLabel = "DAYS", description = "feedmill.feeds.retention (${DEFAULT-VALUE}).")
    private double retention = 30;

    @Option(
            names = "--on-read-from",
            paramLabel = "N",
            description = "feedmill.fanout.on-read-from; 0: of no author (${DEFAULT-VALUE}).")
    private double onReadFrom = 1_000;

    @Option(names = "--heads", paramLabel = "MIB", description = "feedmill.pages.heads (${DEFAULT-VALUE}).")
    private double heads = 64;

    @Option(
            names = "--dormant",
            paramLabel = "SHARE",
            description = "Share of the users who are dormant, 0 to 0.99: slices pass over them (${DEFAULT-VALUE}).")
    private double dormant;

    @Option(
            names = "--returns-per-day",
            paramLabel = "N",
            description = "Pages a day that read what slices did not bring to readers who return (${DEFAULT-VALUE}).")
    private double returns;

    @Option(names = "--text", paramLabel = "BYTES", description = "Length of a text (${DEFAULT-VALUE}).")
    private int text = 140;

    @Option(names = "--id", paramLabel = "BYTES", description = "Length of a user's id (${DEFAULT-VALUE}).")
    private int id = 12;

    @Option(
            names = "--apis",
            paramLabel = "N",
            description = "API processes. Default: what the peak needs, at least 2.")
    private @Nullable Integer apis;

    @Option(names = "--workers", paramLabel = "N", description = "Workers. Default: what the peak needs, at least 2.")
    private @Nullable Integer workers;

    @Option(
            names = "--backlog",
            paramLabel = "HOURS",
            description = "Hours without workers, after which the backlog is drained (${DEFAULT-VALUE}).")
    private double backlog = 1;

    @Option(names = "--json", description = "Print the estimate as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        requirePossible();
        RowSizes rows = new RowSizes(id, text);
        Load load = new Load(
                authors(),
                new Activity(posts, edits, retractions, views, reactions, newFollows),
                new Readers(pages, session, listening, dormant, returns),
                new Setup(posters, peak, retention, onReadFrom, Math.floor(heads * MIB / rows.head()), rows));
        Processes needed = Processes.of(load);
        Processes processes =
                new Processes(apis == null ? needed.apis() : apis, workers == null ? needed.workers() : workers);
        Figures figures = Figures.of(load, processes, backlog);
        String text = json
                ? JsonMapper.shared().writeValueAsString(figures)
                : String.join(System.lineSeparator(), EstimateText.of(load, figures));
        out().println(text);
        return 0;
    }

    private void requirePossible() {
        require(users >= 1 && users <= 1e10 && users == Math.rint(users), "--users must be 1 to 10000000000.");
        require(
                DoubleStream.of(posts, pages, edits, retractions, views, reactions, newFollows, returns)
                        .allMatch(number -> number >= 0 && number <= 1e15),
                "Numbers a day must be 0 to 1e15.");
        require(peak >= 1 && peak <= 1_000, "--peak must be 1 to 1000.");
        require(retention >= 1 && retention <= 365, "--retention must be 1 to 365.");
        require(dormant >= 0 && dormant <= 0.99, "--dormant must be 0 to 0.99.");
        require(returns == 0 || dormant > 0, "--returns-per-day needs --dormant.");
        require(session >= 1 && session <= 1_000, "--session must be 1 to 1000.");
        require(listening >= 0 && listening <= 1, "--listening must be 0 to 1.");
        require(heads >= 0 && heads <= 1e6, "--heads must be 0 to 1000000.");
        require(onReadFrom >= 0 && onReadFrom <= 1e10, "--on-read-from must be 0 to 10000000000.");
        require(text >= 1 && text <= RowSizes.MAX_TEXT, "--text must be 1 to %d.".formatted(RowSizes.MAX_TEXT));
        require(id >= 1 && id <= MAX_ID, "--id must be 1 to %d.".formatted(MAX_ID));
        require(apis == null || apis >= 1, "--apis must be at least 1.");
        require(workers == null || workers >= 1, "--workers must be at least 1.");
        require(backlog >= 0 && backlog <= 1_000, "--backlog must be 0 to 1000.");
    }

    private Authors authors() {
        Matcher pair = PAIR.matcher(follows);
        Authors authors = pair.matches() && !Files.exists(Path.of(follows))
                ? distribution(number(pair.group(1)), number(pair.group(2)))
                : file();
        require(
                authors.largest() < users,
                "The largest author has %,.0f followers: --users must be more.".formatted(authors.largest()));
        return authors;
    }

    private Authors file() {
        Map<UserId, Integer> followers = new HashMap<>();
        try {
            String ignored = new InputFile(Path.of(follows)).follows(follow -> {
                followers.merge(follow.follower(), 0, Integer::sum);
                followers.merge(follow.author(), 1, Integer::sum);
            });
            if (!ignored.isEmpty()) {
                err().println(follows + ": " + ignored);
            }
            return Authors.of(followers.values()).scaledTo(users);
        } catch (CommandException e) {
            require(false, "--follows: " + e.getMessage());
            throw e;
        }
    }

    private Authors distribution(double mean, double largest) {
        require(
                mean > 0 && mean <= largest && largest <= 1e10,
                "--follows must be a file, or a mean above 0 and a largest number that is no less.");
        return Authors.pareto(users, mean, largest);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.strip().toLowerCase(Locale.ROOT));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
