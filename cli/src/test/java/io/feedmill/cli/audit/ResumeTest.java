package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.StateFile;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stopped audit continues at its last page. */
class ResumeTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();
    private List<Segment> segments = List.of(Segment.WHOLE);

    @TempDir
    private Path folder = Path.of("");

    /** Three authors, several pages of everything, and something of every kind. */
    private void fill() {
        IntStream.range(0, 210).forEach(i -> feedmill.follow("ann", "user-%03d".formatted(i)));
        feedmill.follow("eve", "ann", "user-000");
        for (int i = 0; i < 12; i++) {
            PostId post = feedmill.post("ann");
            feedmill.lose(user("user-%03d".formatted(i * 17)), post);
            feedmill.put(FakeFeedmill.item("ann", feedmill.post("eve")), users("stranger-" + i));
        }
        feedmill.goneReaction("eve", feedmill.post("eve"), "ann");
        feedmill.publish("zoe");
        feedmill.fakes.count(user("eve"), new AuthorCounters(1, 0));
        feedmill.fakes.removeJob(JobId.of(feedmill.post("eve")));
    }

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private StateFile<AuditState> file() {
        return new StateFile<>(folder.resolve("sub/audit.json"), "test", AuditCommand.FORMAT);
    }

    private AuditState start(AuditOptions options) {
        return file().read().orElseGet(() -> AuditState.begin(options, segments, "test", 7));
    }

    private AuditState runToTheEnd(AuditOptions options) {
        AuditState end = feedmill.auditor(options, start(options)).run(file()::write);
        file().remove();
        return end;
    }

    /** Stops each run within a page, after this number of pages. Returns the number of runs. */
    private int runInPieces(AuditOptions options, int pages) {
        for (int runs = 1; ; runs++) {
            int[] left = {pages};
            try {
                feedmill.auditor(options, start(options)).run(state -> {
                    if (left[0]-- == 0) {
                        throw new Stopped();
                    }
                    file().write(state);
                });
                return runs;
            } catch (Stopped e) {
                assertThat(runs).isLessThan(1_000);
            }
        }
    }

    private void assertResumes(AuditOptions options) {
        fill();
        AuditState whole = runToTheEnd(options);
        assertThat(whole.results().findings()).isGreaterThan(10);
        for (int pages : new int[] {1, 3}) {
            assertThat(runInPieces(options, pages)).isGreaterThan(3);
            assertThat(file().read().orElseThrow().results()).isEqualTo(whole.results());
            file().remove();
        }
    }

    @Test
    void anAuditOfSegmentsInPiecesFindsWhatAWholeOneFinds() {
        segments = Segment.all(4);
        assertResumes(FakeFeedmill.all());
    }

    @Test
    void anAuditOfAllInPiecesFindsWhatAWholeOneFinds() {
        assertResumes(FakeFeedmill.all());
    }

    @Test
    void anAuditOfOneAuthorInPiecesFindsWhatAWholeOneFinds() {
        assertResumes(new AuditOptions(user("ann"), 0, true, FakeFeedmill.all().guarantee(), Repairs.NONE, 100));
    }

    @Test
    void aSampleIsTheSameAfterABreak() {
        assertResumes(new AuditOptions(null, 205, true, FakeFeedmill.all().guarantee(), Repairs.NONE, 100));
    }

    @Test
    void readUnitsAndTimeOfAllRunsAddUp() {
        AuditOptions options = FakeFeedmill.author("ann");
        AuditState first = AuditState.begin(options, segments, "test", 1);
        AuditState before = new AuditState("test", 1, first.parts(), 12.5, 2_000);
        Auditor auditor =
                new Auditor(feedmill.read(feedmill.stores), feedmill.queue, options, before, feedmill.clock, () -> 3.5);
        feedmill.steps.before("author", 1, () -> feedmill.pass(Duration.ofSeconds(1)));
        AuditState end = auditor.run(state -> {});
        assertThat(end.readUnits()).isEqualTo(16);
        assertThat(end.millis()).isEqualTo(3_000);
    }

    @Test
    void theFileExistsOnlyBetweenTheRuns() throws IOException {
        assertThat(file().read()).isEmpty();
        runInPieces(FakeFeedmill.author("ann"), 1);
        assertThat(file().read()).isPresent();
        try (var files = Files.list(folder.resolve("sub"))) {
            assertThat(files).containsExactly(file().path());
        }
        file().remove();
        file().remove();
        assertThat(file().path()).doesNotExist();
    }

    @Test
    void theStateOfAnotherAuditIsRefusedAndNotTouched() {
        file().write(AuditState.begin(FakeFeedmill.all(), segments, "test", 1));
        StateFile<AuditState> other = new StateFile<>(file().path(), "other", AuditCommand.FORMAT);
        assertThatThrownBy(other::read)
                .isInstanceOf(CommandException.class)
                .hasMessage("%s has the state of other work (test): remove it, or name another file with --state."
                        .formatted(file().path()));
        assertThat(file().path()).exists();
    }

    @Test
    void anyOtherContentIsRefused() throws IOException {
        Path path = folder.resolve("audit.json");
        for (String text :
                List.of("", "{", "[]", "7", "{\"audit\":5}", "{\"audit\":\"test\",\"position\":{\"scanned\":1}}")) {
            Files.writeString(path, text);
            assertThatThrownBy(new StateFile<>(path, "test", AuditCommand.FORMAT)::read)
                    .as(text)
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("remove it, or name another");
        }
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(new StateFile<>(folder, "test", AuditCommand.FORMAT)::read)
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("is no regular file");
    }
}
