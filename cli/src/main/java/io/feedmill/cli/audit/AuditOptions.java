package io.feedmill.cli.audit;

import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The scope of an audit: the posts of an author (null: of all), and so many followers of each (0: all of them); with {@code extras} it scans all home
 * feeds for items that must not exist, and the rows of readers for lost work. All findings are counted, and up to the maximum are kept with their
 * details.
 */
public record AuditOptions(
        @Nullable UserId author, int sample, boolean extras, Guarantee guarantee, Repairs repairs, int maxFindings) {

    /** Returns one line for the user; equal audits have equal descriptions. */
    public String description() {
        String of = author == null ? "all authors" : "author " + author;
        String who = sample == 0 ? "every follower" : sample + " followers of each";
        return of + ", " + who + (extras ? ", extras" : "") + ", margin "
                + guarantee.margin().toSeconds() + " s" + (repairs.missing() ? ", with repair" : "")
                + (repairs.extras() ? ", deleting extras" : "");
    }

    boolean includes(UserId writer) {
        return author == null || author.equals(writer);
    }

    /** Whether all jobs are scanned for lost work, also those of earlier changes and of posts that are gone. */
    boolean scansJobs() {
        return author == null && extras;
    }

    /** What an audit has repaired: whether missing and stale items are written and lost work is put back, and whether extra items are deleted. */
    public record Repairs(boolean missing, boolean extras) {
        static final Repairs NONE = new Repairs(false, false);

        boolean any() {
            return missing || extras;
        }
    }
}
