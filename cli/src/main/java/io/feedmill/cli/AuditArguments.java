package io.feedmill.cli;

import io.feedmill.cli.audit.AuditOptions;
import io.feedmill.cli.audit.Promise;
import io.feedmill.common.key.UserId;
import io.feedmill.stack.command.Usage;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is to be audited. */
final class AuditArguments {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Look at N followers of each author, drawn at random. Default: at all.")
    private @Nullable Integer sample;

    @Option(names = "--seed", paramLabel = "S", description = "Draws the same sample again.")
    private @Nullable Long seed;

    @Option(
            names = "--extras",
            description =
                    "Scan all home feeds for items that must not be there, as --all without --sample does anyway.")
    private boolean extras;

    @Option(
            names = "--margin",
            paramLabel = "SECONDS",
            description = "A follower must have a post that came so much later than the follow (${DEFAULT-VALUE}).")
    private int margin = 120;

    @Option(names = "--repair", description = "Have workers write again what is missing or stale.")
    private boolean repair;

    @Option(names = "--findings", paramLabel = "N", description = "Show so many of the findings (${DEFAULT-VALUE}).")
    private int findings = 20;

    private static final class Target {
        @Option(names = "--author", paramLabel = "A", description = "Audit the posts of one author.")
        private @Nullable String author;

        @Option(names = "--all", description = "Audit everybody's posts.")
        private boolean all;
    }

    AuditOptions options(Duration retention) {
        String author = target.author;
        Usage.require(spec, author == null || UserId.isValid(author), "--author is not a user id.");
        Usage.require(spec, sample == null || sample >= 1, "--sample must be at least 1.");
        Usage.require(spec, seed == null || sample != null, "--seed needs a --sample.");
        Usage.require(spec, margin >= 0, "--margin must be at least 0.");
        Usage.require(spec, findings >= 0, "--findings must be at least 0.");
        return new AuditOptions(
                author == null ? null : new UserId(author),
                sample == null ? 0 : sample,
                extras || (target.all && sample == null),
                new Promise(Duration.ofSeconds(margin), retention),
                repair,
                findings);
    }

    long seed() {
        return seed == null ? ThreadLocalRandom.current().nextLong(1_000_000_000) : seed;
    }

    /** Short, for a file's name. */
    String name() {
        return target.author == null ? "all" : target.author;
    }
}
