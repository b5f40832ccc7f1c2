package io.feedmill.simulation;

import io.feedmill.simulation.StoriesProcess.Shares;
import io.feedmill.simulation.StoryLine.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs stories on all cores: a JVM for each, since threads of two schedules may share no lock. */
final class Stories {
    /** For so many, the second compiler takes more time than it saves. */
    private static final long FEW = 200;

    private final Path histories;
    private final Consumer<Totals> progress;

    /** Takes the folder for histories of stories that fail, and what takes the totals after each story. */
    Stories(Path histories, Consumer<Totals> progress) {
        this.histories = histories;
        this.progress = progress;
    }

    /** What some stories did together. For one thread at a time. */
    static final class Totals {
        private final Reached reached = new Reached();
        private final Map<Long, Failure> failures = new TreeMap<>();
        private long sequences;
        private long steps;
        private long millis;

        void add(StoryLine story) {
            sequences++;
            steps += story.steps();
            millis += story.millis();
            story.reached().forEach((kind, all) -> all.forEach((what, times) -> reached.add(kind, what, times)));
            Failure failure = story.failure();
            if (failure != null) {
                failures.put(story.seed(), failure);
            }
        }

        Reached reached() {
            return reached;
        }

        /** Those that failed, by their seeds. */
        Map<Long, Failure> failures() {
            return failures;
        }

        /** Of the failures of each kind, one story. */
        List<String> told() {
            Map<String, List<String>> byKind = new TreeMap<>();
            failures.values()
                    .forEach(failure ->
                            byKind.merge(failure.kind(), failure.told(), (one, other) -> shorter(one, other)));
            List<String> lines = new ArrayList<>();
            byKind.values().forEach(story -> {
                lines.addAll(story);
                lines.add("");
            });
            return lines;
        }

        private static List<String> shorter(List<String> one, List<String> other) {
            return one.isEmpty() || (!other.isEmpty() && other.size() < one.size()) ? other : one;
        }

        long sequences() {
            return sequences;
        }

        long steps() {
            return steps;
        }

        Duration simulated() {
            return Duration.ofMillis(millis);
        }
    }

    /** Runs a number of stories, those of the seeds from the first one on, for a time at most. */
    Totals run(long first, long sequences, Duration time) {
        int jvms = (int) Math.min(Runtime.getRuntime().availableProcessors(), sequences);
        Totals totals = new Totals();
        List<Process> processes = new ArrayList<>();
        try {
            List<Thread> readers = new ArrayList<>();
            List<String> failures = new ArrayList<>();
            for (int i = 0; i < jvms; i++) {
                long own = (sequences - i + jvms - 1) / jvms;
                Process process = start(new Shares(first + i, jvms, own, time));
                processes.add(process);
                readers.add(Thread.ofPlatform().name("jvm-" + i).start(() -> {
                    String failure = read(process, totals);
                    if (failure != null) {
                        synchronized (totals) {
                            failures.add(failure);
                        }
                    }
                }));
            }
            for (Thread reader : readers) {
                reader.join();
            }
            if (!failures.isEmpty()) {
                throw new IllegalStateException(failures.getFirst());
            }
            return totals;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start a JVM", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private Process start(Shares share) throws IOException {
        boolean many = share.sequences() > FEW;
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=" + (many ? 4 : 1),
                "-Xmx2g",
                // Spring's caches keep the beans of ended stories by soft references
                "-XX:SoftRefLRUPolicyMSPerMB=" + (many ? 1 : 1_000),
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Djdk.trackAllThreads=false",
                "-cp",
                System.getProperty("java.class.path"),
                StoriesProcess.class.getName()));
        words.addAll(share.words());
        words.add(histories.toString());
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Takes the lines of a JVM until it ends. Returns what is wrong with it; null: nothing. */
    private @Nullable String read(Process process, Totals totals) {
        String other = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                StoryLine story = StoryLine.of(line);
                if (story == null) {
                    other = line;
                    continue;
                }
                synchronized (totals) {
                    totals.add(story);
                    progress.accept(totals);
                }
            }
            int code = process.waitFor();
            return code == 0
                    ? null
                    : "A JVM of the simulation ended with " + code + (other.isEmpty() ? "" : ": " + other);
        } catch (IOException | InterruptedException e) {
            return "Cannot read from a JVM of the simulation: " + e;
        }
    }
}
