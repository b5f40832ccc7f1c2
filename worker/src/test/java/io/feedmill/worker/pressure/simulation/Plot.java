package io.feedmill.worker.pressure.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Runs of simulations beside each other as one SVG: what each worker writes, and the share of throttled requests. */
final class Plot {
    private static final int COLUMN = 640;
    private static final int RATES = 240;
    private static final int SHARES = 100;
    private static final int GAP = 60;
    private static final double ABOVE_CAPACITY = 1.5;
    private static final String CAPACITY = "#888";
    private static final String THROTTLED = "#c0392b";
    private static final List<String> WORKERS = List.of("#1f77b4", "#2ca02c", "#ff7f0e");

    private final StringBuilder panels = new StringBuilder();
    private int columns;

    /** Adds a column, for three workers at most. */
    void add(String title, Simulation simulation) {
        int x = COLUMN * columns++;
        panels.append(rates(title, simulation).at(x, 0));
        panels.append(shares(simulation).at(x, RATES + GAP));
    }

    private static Panel rates(String title, Simulation simulation) {
        double[] capacity = simulation.capacity();
        double max = ABOVE_CAPACITY * Arrays.stream(capacity).max().orElseThrow();
        Panel panel = new Panel(title + ": write units/s", RATES, simulation.now(), max)
                .line(capacity, CAPACITY)
                .legend(3, "capacity", CAPACITY);
        for (int i = 0; i < simulation.workers(); i++) {
            String color = WORKERS.get(i);
            panel.line(simulation.written(i), color).legend(2 - i, "worker " + (i + 1), color);
        }
        return panel;
    }

    private static Panel shares(Simulation simulation) {
        return new Panel("Throttled requests, %", SHARES, simulation.now(), 100)
                .line(simulation.throttledPercent(), THROTTLED);
    }

    void save(Path file) throws IOException {
        int width = COLUMN * columns;
        int height = RATES + GAP + SHARES + GAP;
        String svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + " " + height
                + "' font-family='sans-serif' font-size='12' fill='#333'>\n"
                + "<rect width='" + width + "' height='" + height + "' fill='white'/>\n" + panels + "</svg>\n";
        Files.writeString(file, svg, UTF_8);
    }
}
