package io.feedmill.chaos.run;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.check.FollowerCheck;
import io.feedmill.chaos.check.Follows;
import io.feedmill.chaos.check.LedgerCheck;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.stack.DeadLetter;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.Verification;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Looks for all that is not as it should be. */
final class Aftermath {

    private static final int CALLS = 8;
    private static final Duration SLACK = Duration.ofMinutes(1);

    private final Rig rig;
    private final Screen screen;

    Aftermath(Rig rig, Screen screen) {
        this.rig = rig;
        this.screen = screen;
    }

    Findings check(Ordeal ordeal, Map<String, FanoutStatus> jobs, List<DeadLetter> letters) {
        Findings findings = new Findings();
        unanswered(ordeal).forEach(sentence -> findings.add(List.of(new Difference.Broken(sentence))));
        findings.add(followers(ordeal.follows()));
        findings.add(DeadLetterCheck.compare(ordeal.deeds().poison(), letters));
        findings.add(LedgerCheck.compare(jobs, ledger(ordeal)));
        new Verification(rig.feedmill(), screen, ordeal.published(), findings).run(jobs);
        return findings;
    }

    private static List<String> unanswered(Ordeal ordeal) {
        List<String> sentences = new ArrayList<>(ordeal.unanswered());
        if (ordeal.follows().unsettled() > 0) {
            sentences.add("%,d follows or unfollows were never answered."
                    .formatted(ordeal.follows().unsettled()));
        }
        return sentences;
    }

    private List<Difference> followers(Follows follows) {
        return Parallel.map(follows.users(), CALLS, author -> followers(author, follows)).stream()
                .flatMap(List::stream)
                .toList();
    }

    private List<Difference> followers(String author, Follows follows) {
        List<String> actual =
                Persistence.PATIENT.call(() -> rig.feedmill().followers(author)).value();
        return FollowerCheck.compare(author, follows.ofAuthor(author), actual);
    }

    private List<LedgerEntry> ledger(Ordeal ordeal) {
        Instant first = ordeal.published().posts().all().stream()
                .map(PublishedPost::createdAt)
                .min(Comparator.naturalOrder())
                .orElse(ordeal.quiet());
        return rig.backstage().ledger(first.minus(SLACK), Instant.now().plus(SLACK));
    }
}
