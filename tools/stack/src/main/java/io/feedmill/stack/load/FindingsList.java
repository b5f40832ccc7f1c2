package io.feedmill.stack.load;

import io.feedmill.stack.console.Screen;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Findings;

/** Prints what is not as it should be. */
public final class FindingsList {

    private FindingsList() {}

    /** Prints them, or the sentence where there is none. Returns whether there is none. */
    public static boolean print(Findings findings, Screen screen, String verified) {
        screen.say("");
        if (findings.count() == 0) {
            screen.say("verified: " + verified);
            return true;
        }
        screen.say("NOT as it should be, %,d differences:".formatted(findings.count()));
        findings.first().stream().map(Difference::sentence).forEach(line -> screen.say("  " + line));
        if (findings.count() > findings.first().size()) {
            screen.say("  …");
        }
        return false;
    }
}
