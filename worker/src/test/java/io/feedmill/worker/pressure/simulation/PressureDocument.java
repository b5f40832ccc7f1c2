package io.feedmill.worker.pressure.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Writes the plot and the tables of {@code docs/pressure.md}. Runs only with {@code -Dtest=PressureDocument}. */
class PressureDocument {
    private static final Path DOCS = Path.of("..", "docs");
    private static final String END = "<!-- end -->";

    private static final Map<String, Supplier<Limit>> LIMITS = new LinkedHashMap<>();

    static {
        LIMITS.put("Feedmill", OurLimit::new);
        LIMITS.put("Netflix AIMD", AimdLimit::new);
        LIMITS.put("SDK adaptive", SdkLimit::new);
    }

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

    @Test
    void writesTheFigures() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("| table, units/s | workers | limit | used | throttled | Jain | throttled after halving "
                + "| s to fill a doubled table | latecomer's share |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        for (int capacity : List.of(500, 40_000)) {
            for (int workers : List.of(1, 10)) {
                LIMITS.forEach((name, limits) ->
                        lines.add(row(capacity, workers, name, Measured.worst(capacity, workers, limits))));
            }
        }
        replace("figures", lines);
    }

    /** Replaces the text between a mark and the end of its section. */
    private static void replace(String mark, List<String> lines) throws IOException {
        Path page = DOCS.resolve("pressure.md");
        String text = Files.readString(page, UTF_8);
        String begin = "<!-- " + mark + " -->\n";
        int start = text.indexOf(begin) + begin.length();
        String after = text.substring(text.indexOf(END, start));
        Files.writeString(page, text.substring(0, start) + String.join("\n", lines) + "\n" + after, UTF_8);
    }

    private static String row(int capacity, int workers, String name, Measured m) {
        return String.format(
                Locale.ROOT,
                "| %,d | %d | %s | %.2f | %.1f %% | %.2f | %.1f %% | %s | %.2f to %.2f |",
                capacity,
                workers,
                name,
                m.utilisation(),
                100 * m.throttled(),
                m.fairness(),
                100 * m.halved(),
                m.doubled() < 60 ? m.doubled() : "not in 60",
                m.minLateShare(),
                m.maxLateShare());
    }

    /** The units a second that three workers write to a table of 40,000 units that refuses a share of requests at any rate. */
    @Test
    void writesWhatRefusalsAtRandomCost() throws IOException {
        Map<String, Supplier<Limit>> limits = new LinkedHashMap<>(LIMITS);
        limits.put("no limit", NoLimit::new);
        List<String> lines = new ArrayList<>();
        lines.add("| refused at random | " + String.join(" | ", limits.keySet()) + " |");
        lines.add("|---".repeat(limits.size() + 1) + "|");
        for (double share : new double[] {0, 0.05, 0.3, 0.6, 0.9}) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| %.0f %% |", 100 * share));
            limits.values().forEach(limit -> line.append(String.format(Locale.ROOT, " %,d |", written(limit, share))));
            lines.add(line.toString());
        }
        replace("refused", lines);
    }

    private static long written(Supplier<Limit> limits, double share) {
        return new Simulation(40_000, limits, 1)
                        .workers(3)
                        .refuseAtRandom(share)
                        .run(120)
                        .last(90)
                        .units()
                / 90;
    }
}
