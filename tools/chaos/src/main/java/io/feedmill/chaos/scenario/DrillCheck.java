package io.feedmill.chaos.scenario;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Verification;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Expectations;
import io.feedmill.stack.verify.Findings;
import java.util.List;
import java.util.Map;

/** What every drill promises: nothing lost, nothing twice, every count exact, no dead letter; and what one promises besides. */
final class DrillCheck {

    private final Rig rig;
    private final Screen screen;
    private final Findings findings = new Findings();

    DrillCheck(Rig rig, Screen screen) {
        this.rig = rig;
        this.screen = screen;
    }

    /** A promise of the drill's own; the sentence says how it was broken. */
    void promise(boolean kept, String sentence) {
        if (!kept) {
            findings.add(List.of(new Difference.Broken(sentence)));
        }
    }

    void add(List<Difference> differences) {
        findings.add(differences);
    }

    /** Reads back what the run has published. */
    void verify(Expectations run, Map<String, FanoutStatus> jobs) {
        new Verification(rig.feedmill(), screen, run, findings).run(jobs);
    }

    /** Also looks for dead letters. */
    Findings findings() {
        findings.add(DeadLetterCheck.compare(List.of(), rig.backstage().takeDeadLetters()));
        return findings;
    }
}
