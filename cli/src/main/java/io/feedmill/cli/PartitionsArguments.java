package io.feedmill.cli;

import io.feedmill.cli.partition.ListingCursor;
import io.feedmill.cli.partition.ListingFile;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanMethod;
import io.feedmill.stack.command.Usage;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is to be listed, and how. */
final class PartitionsArguments {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "TABLE", description = "The table's whole name.")
    private String table = "";

    @Option(
            names = "--method",
            paramLabel = "auto|scan|skip|index",
            description = "How it is read. auto takes the one that costs least, and says why (${DEFAULT-VALUE}).")
    private Method method = Method.auto;

    @Option(
            names = "--index",
            paramLabel = "NAME",
            description =
                    "A global secondary index that has one item of each partition, for index, or for auto to consider.")
    private @Nullable String index;

    @Option(
            names = "--segments",
            paramLabel = "N",
            description = "Read so many parts of the table at once (${DEFAULT-VALUE}).")
    private int segments = 4;

    @Option(names = "--max-units", paramLabel = "N", description = "Stop when so many read units are consumed in all.")
    private @Nullable Integer maxUnits;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = {
                "Keep there how far it has come; the same command goes on with it. After a clean stop no key comes twice,",
                "after a kill those of its last second or so do."
            })
    private @Nullable Path state;

    @Option(
            names = "--from",
            paramLabel = "CURSOR",
            description = "Go on where an earlier run stopped that printed this cursor; it tells method and segments.")
    private @Nullable String cursor;

    /** As it is typed. */
    private enum Method {
        auto,
        scan,
        skip,
        index
    }

    void check() {
        Usage.require(spec, table.matches("[A-Za-z0-9_.-]{3,255}"), "TABLE is not the name of a table.");
        Usage.require(
                spec,
                segments >= 1 && segments <= PartitionListing.MAX_SEGMENTS,
                "--segments must be 1 to " + PartitionListing.MAX_SEGMENTS + ".");
        Usage.require(spec, maxUnits == null || maxUnits >= 1, "--max-units must be at least 1.");
        Usage.require(spec, cursor == null || state == null, "--from and --state are two ways of the same.");
        Usage.require(spec, method != Method.index || index != null, "--method index needs an --index.");
    }

    String table() {
        return table;
    }

    /** Empty: the cheapest. */
    Optional<ScanMethod> method() {
        return method == Method.auto
                ? Optional.empty()
                : Optional.of(ScanMethod.valueOf(method.name().toUpperCase(Locale.ROOT)));
    }

    @Nullable String index() {
        return index;
    }

    int segments() {
        return segments;
    }

    double maxUnits() {
        return maxUnits == null ? Double.MAX_VALUE : maxUnits;
    }

    ListingFile file() {
        return new ListingFile(state);
    }

    /** What an earlier run has left; empty: begin. Throws a {@link io.feedmill.cli.partition.ListingFailure} where it is of another table, or is none. */
    Optional<PartitionListing> earlier() {
        return cursor == null ? file().read(table) : Optional.of(ListingCursor.decode(cursor, table));
    }

    /** How to go on from there. */
    String wayOn(PartitionListing from) {
        return state == null
                ? "go on with --from " + ListingCursor.encode(from)
                : "the same command goes on where it was";
    }
}
