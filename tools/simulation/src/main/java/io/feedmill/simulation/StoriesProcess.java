package io.feedmill.simulation;

import io.feedmill.simulation.Story.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A JVM that runs stories one after the other, and prints a {@link StoryLine} for each. It ends when its standard input does. */
final class StoriesProcess {
    private final Shares share;
    private final StoryTeller teller;
    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final Set<String> told = new HashSet<>();

    StoriesProcess(Shares share, StoryTeller teller, PrintStream out, LongSupplier nanoTime) {
        this.share = share;
        this.teller = teller;
        this.out = out;
        this.nanoTime = nanoTime;
    }

    /** The stories of a JVM: the first seed, the step to the next one, their number, and the time after which no other begins. */
    record Shares(long first, long step, long sequences, Duration time) {
        List<String> words() {
            return List.of(Long.toString(first), Long.toString(step), Long.toString(sequences), time.toString());
        }

        static Shares of(String[] words) {
            return new Shares(
                    Long.parseLong(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Duration.parse(words[3]));
        }
    }

    public static void main(String[] words) {
        Locale.setDefault(Locale.ROOT);
        PrintStream lines = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // what a library prints is no line of the protocol
        System.setOut(System.err);
        Thread parent = new Thread(StoriesProcess::awaitEnd, "parent");
        parent.setDaemon(true);
        parent.start();
        StoryTeller teller = new StoryTeller(Path.of(words[4]), System::nanoTime);
        new StoriesProcess(Shares.of(words), teller, lines, System::nanoTime).run();
        System.exit(0);
    }

    private static void awaitEnd() {
        try {
            System.in.transferTo(PrintStream.nullOutputStream());
        } catch (IOException e) {
            // it is gone
        }
        Runtime.getRuntime().halt(1);
    }

    void run() {
        long begin = nanoTime.getAsLong();
        long seed = share.first();
        for (long number = 0;
                number < share.sequences()
                        && nanoTime.getAsLong() - begin < share.time().toNanos();
                number++) {
            Reached reached = new Reached();
            Outcome outcome = Story.run(seed, reached);
            out.println(StoryLine.of(outcome, reached, failure(outcome)).json());
            seed += share.step();
        }
    }

    /** Each kind is shrunk and told once. */
    private StoryLine.@Nullable Failure failure(Outcome outcome) {
        if (!outcome.failed()) {
            return null;
        }
        return new StoryLine.Failure(
                outcome.kind(), outcome.first(), told.add(outcome.kind()) ? teller.shrunk(outcome) : List.of());
    }
}
