package io.feedmill.bench.measure;

import java.util.function.Supplier;

/** One way to do a scenario's job. What it needs is there before it runs, and stays for the next round. */
public interface Contender {

    /** As tables show it; no other of the scenario has it. */
    String name();

    Role role();

    /** Does the job once, from its beginning to its end, and says what it took. */
    Sample run();

    /** The same contender, of which more is measured. */
    default Contender measuredBy(Supplier<Sample> run) {
        return new Contender() {
            @Override
            public String name() {
                return Contender.this.name();
            }

            @Override
            public Role role() {
                return Contender.this.role();
            }

            @Override
            public Sample run() {
                return run.get();
            }
        };
    }
}
