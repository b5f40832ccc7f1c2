package io.feedmill.cli.audit;

import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.common.dynamo.Segment;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that divide an audit into segments: all of them at once, or one of them, beside other machines. */
final class Segmentation {
    private static final int MAX_AT_ONCE = 64;
    private static final Pattern PART = Pattern.compile("(\\d{1,7})/(\\d{1,7})");

    @Option(
            names = "--segments",
            paramLabel = "N",
            description = "Read N segments of the tables at once, within --read-units (${DEFAULT-VALUE}).")
    private int count = 1;

    @Option(
            names = "--segment",
            paramLabel = "I/N",
            description = "Audit segment I of N only; other machines audit the others.")
    private @Nullable String part;

    /** Returns the segments to read; refuses the command line if the options are invalid. */
    List<Segment> segments(CheckedCommand command) {
        command.require(count >= 1 && count <= MAX_AT_ONCE, "--segments must be 1 to %d.".formatted(MAX_AT_ONCE));
        if (part == null) {
            return Segment.all(count);
        }
        Matcher numbers = PART.matcher(part);
        boolean valid = numbers.matches();
        int index = valid ? Integer.parseInt(numbers.group(1)) : 0;
        int total = valid ? Integer.parseInt(numbers.group(2)) : 0;
        command.require(
                index >= 1 && index <= total && total <= Segment.MAX_TOTAL,
                "--segment must be I/N, with I from 1 to N.");
        return List.of(new Segment(index - 1, total));
    }

    /** Returns the segments as words: "one segment", "4 segments" or "segment 2 of 4". */
    static String text(List<Segment> segments) {
        Segment first = segments.getFirst();
        if (first.total() > segments.size()) {
            return "segment %d of %d".formatted(first.index() + 1, first.total());
        }
        return segments.size() == 1 ? "one segment" : "%d segments".formatted(segments.size());
    }
}
