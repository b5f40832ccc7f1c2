package io.feedmill.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The number of rounds in which contenders take turns.
 *
 * @param warmUps rounds before those that count
 */
public record Rounds(int warmUps, int count) {

    public Rounds {
        if (warmUps < 0 || count < 1) {
            throw new IllegalArgumentException("rounds: %d, warm-ups: %d".formatted(count, warmUps));
        }
    }

    /** Runs each contender once a round; the first one changes from round to round. Tells the consumer each step. */
    public List<Series> run(List<Contender> contenders, Consumer<String> progress) {
        List<List<Sample>> samples =
                contenders.stream().<List<Sample>>map(each -> new ArrayList<>()).toList();
        for (int round = -warmUps; round < count; round++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                int next = Math.floorMod(turn + round, contenders.size());
                Contender contender = contenders.get(next);
                progress.accept((round < 0 ? "warm-up: " : "round " + (round + 1) + ": ") + contender.name());
                Sample sample = contender.run();
                if (round >= 0) {
                    samples.get(next).add(sample);
                }
            }
        }
        return IntStream.range(0, contenders.size())
                .mapToObj(i ->
                        new Series(contenders.get(i).name(), contenders.get(i).role(), samples.get(i)))
                .toList();
    }
}
