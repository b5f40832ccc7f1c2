package io.feedmill.cli.audit;

import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is audited.
 *
 * @param author whose posts; null: everybody's
 * @param sample how many followers of each author; 0: all
 * @param extras whether the table is scanned for items that must not be there
 * @param repair whether what is missing or stale is sent to the workers
 * @param kept how many findings are kept; all are counted
 */
public record AuditOptions(
        @Nullable UserId author, int sample, boolean extras, Promise promise, boolean repair, int kept) {

    /** One line for people; the same for the same audit. */
    public String description() {
        String of = author == null ? "all authors" : "author " + author;
        String who = sample == 0 ? "every follower" : sample + " followers of each";
        return of + ", " + who + (extras ? ", extras" : "") + ", margin "
                + promise.margin().toSeconds() + " s" + (repair ? ", with repair" : "");
    }

    /** Where it begins. */
    Walk begin() {
        return author == null ? Walk.begin(List.of(), true) : Walk.begin(List.of(author), extras);
    }

    boolean includes(UserId writer) {
        return author == null || author.equals(writer);
    }
}
