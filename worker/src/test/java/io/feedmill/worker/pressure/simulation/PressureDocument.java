package io.feedmill.worker.pressure.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Draws the plot of {@code docs/pressure.md}. Runs only with {@code -Dtest=PressureDocument}. */
class PressureDocument {
    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void drawsThePlot() throws IOException {
        Plot plot = new Plot();
        plot.add("Feedmill", changes(OurLimit::new));
        plot.add("Netflix AIMD", changes(AimdLimit::new));
        plot.save(DOCS.resolve("pressure.svg"));
    }

    /** Two workers, a third at 30 s; the table loses half of its capacity at 70 s and gets it back at 110 s. */
    private static Simulation changes(Supplier<Limit> limits) {
        return new Simulation(5_000, limits, 1)
                .workers(2)
                .run(30)
                .workers(1)
                .run(40)
                .capacity(2_500)
                .run(40)
                .capacity(5_000)
                .run(40);
    }
}
