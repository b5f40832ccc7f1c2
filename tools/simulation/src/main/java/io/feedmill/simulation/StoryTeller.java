package io.feedmill.simulation;

import io.feedmill.checker.History;
import io.feedmill.simulation.Story.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Tells stories in words. */
final class StoryTeller {
    static final int MAX_LINES = 30;
    private static final int MAX_WIDTH = 200;
    private static final Duration SHRINKING = Duration.ofSeconds(60);

    private final Path histories;
    private final LongSupplier nanoTime;

    /** @param histories the folder for the histories of stories that fail */
    StoryTeller(Path histories, LongSupplier nanoTime) {
        this.histories = histories;
        this.nanoTime = nanoTime;
    }

    /** Shrinks a failing story, for a minute at most, writes its history, and tells it. */
    List<String> shrunk(Outcome failing) {
        long begin = nanoTime.getAsLong();
        Shrink shrink = new Shrink(
                events -> Story.run(failing.seed(), events, new Reached()),
                () -> nanoTime.getAsLong() - begin < SHRINKING.toNanos());
        return failed(shrink.of(failing), failing.events().size());
    }

    /** Tells a failing story. */
    List<String> failed(Outcome story, int before) {
        List<String> lines = new ArrayList<>();
        lines.add("Seed %d fails with %d of its %d events:"
                .formatted(story.seed(), story.events().size(), before));
        lines.addAll(events(story.told(), MAX_LINES - 4));
        lines.addAll(ending(story));
        return lines;
    }

    /** What is wrong, the command that replays the story, and the one that judges its history, which this writes. */
    List<String> ending(Outcome story) {
        List<String> lines = new ArrayList<>();
        lines.add(cut("=> " + story.first()));
        lines.add("./feedmill simulate --seed %d --events %s"
                .formatted(
                        story.seed(),
                        story.events().isEmpty()
                                ? "none"
                                : story.events().stream().map(String::valueOf).collect(Collectors.joining(","))));
        lines.add("./feedmill check " + write(story));
        return lines;
    }

    /** The first and the last lines, if there are too many. */
    static List<String> events(List<String> told, int max) {
        List<String> lines = told.stream().map(StoryTeller::cut).toList();
        if (lines.size() <= max) {
            return lines;
        }
        List<String> some = new ArrayList<>(lines.subList(0, max / 2));
        some.add("    … %d lines more …".formatted(lines.size() - max + 1));
        some.addAll(lines.subList(lines.size() - (max - max / 2 - 1), lines.size()));
        return some;
    }

    private static String cut(String text) {
        String line = text.lines().collect(Collectors.joining(" "));
        return line.length() <= MAX_WIDTH ? line : line.substring(0, MAX_WIDTH - 1) + "…";
    }

    private Path write(Outcome story) {
        try {
            Files.createDirectories(histories);
            Path file = histories.resolve("seed-" + story.seed() + ".jsonl");
            History.write(file, story.history());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the history", e);
        }
    }
}
