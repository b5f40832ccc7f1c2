package io.feedmill.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.PartitionListing.SegmentState;
import io.feedmill.testkit.SettableClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ItemInserterTest {
    private static final PartitionListing BEGIN =
            PartitionListing.begin("devices#1", new MethodChoice(ScanMethod.SKIP, null, "for the test", 0), 1);

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final KeyPrinter printer = new KeyPrinter(
            new PrintStream(out, false, StandardCharsets.UTF_8), false, Optional.empty(), clock::nanoTime, BEGIN);
    private final Set<String> present = ConcurrentHashMap.newKeySet();
    private final ItemInserter inserter = new ItemInserter(this::insert, printer, clock::nanoTime);

    private boolean insert(KeyValue partition) {
        if (partition.text().equals("broken")) {
            throw new IllegalStateException("broken");
        }
        return present.add(partition.text());
    }

    private static PartitionListing after(long found) {
        SegmentState state = new SegmentState(null, KeyValue.string("ann"), false);
        return new PartitionListing("devices#1", ScanMethod.SKIP, null, List.of(state), 2.5, found);
    }

    private static List<KeyValue> keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> KeyValue.string("key-" + i))
                .toList();
    }

    private List<String> printed() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void printsTheKeysOfThoseThatLackedTheItem() {
        present.add("key-1");
        inserter.accept(keys(0, 40), after(40));
        assertThat(present).hasSize(40);
        assertThat(printed()).hasSize(39).doesNotContain("key-1").contains("key-0", "key-39");
        assertThat(inserter.inserted()).isEqualTo(39);
    }

    /** Else a continued run would pass over those that wait. */
    @Test
    void thePositionIsAfterTheCollectionsThatHaveTheItem() {
        inserter.accept(keys(0, 3), after(3));
        assertThat(present).isEmpty();
        assertThat(printer.listing()).isEqualTo(BEGIN);
        clock.advance(Duration.ofSeconds(1));
        inserter.accept(keys(3, 4), after(4));
        assertThat(present).hasSize(4);
        assertThat(printer.listing()).isEqualTo(after(4));
        inserter.accept(keys(4, 6), after(6));
        inserter.flush();
        assertThat(present).hasSize(6);
        assertThat(printer.listing()).isEqualTo(after(6));
    }

    @Test
    void aFailureLeavesThePositionAndPrintsWhatIsInserted() {
        inserter.accept(List.of(KeyValue.string("ann"), KeyValue.string("broken")), after(2));
        assertThatIllegalStateException().isThrownBy(inserter::flush);
        assertThat(printed()).containsExactly("ann");
        assertThat(printer.listing()).isEqualTo(BEGIN);
    }
}
