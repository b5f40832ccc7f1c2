package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.counter.AuthorCounters;
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

/** An audit that is stopped goes on where it was. */
class ResumeTest {
    private final Mill mill = new Mill();

    @TempDir
    private Path folder = Path.of("");

    /** Three authors, several pages of everything, and something of every kind. */
    private void fill() {
        IntStream.range(0, 210).forEach(i -> mill.follow("ann", "user-%03d".formatted(i)));
        mill.follow("eve", "ann", "user-000");
        for (int i = 0; i < 12; i++) {
            PostId post = mill.post("ann");
            mill.lose(user("user-%03d".formatted(i * 17)), post);
            mill.put(Mill.item("ann", mill.post("eve")), users("stranger-" + i));
        }
        mill.publish("zoe");
        mill.fakes.count(user("eve"), new AuthorCounters(1, 0));
        mill.fakes.removeJob(JobId.of(mill.post("eve")));
    }

    private StateFile file() {
        return new StateFile(folder.resolve("sub/audit.json"), "test");
    }

    private AuditState start(AuditOptions options) {
        return file().read().orElseGet(() -> AuditState.begin(options, "test", 7));
    }

    private AuditState runToTheEnd(AuditOptions options) {
        AuditState end = mill.auditor(options, start(options)).run(file()::write);
        file().remove();
        return end;
    }

    /** Runs that are stopped in the middle of a page after so many of them; how many there were. */
    private int runInPieces(AuditOptions options, int pages) {
        for (int runs = 1; ; runs++) {
            int[] left = {pages};
            try {
                mill.auditor(options, start(options)).run(state -> {
                    if (left[0]-- == 0) {
                        throw new AuditStopped();
                    }
                    file().write(state);
                });
                return runs;
            } catch (AuditStopped e) {
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
    void anAuditOfAllInPiecesFindsWhatAWholeOneFinds() {
        assertResumes(Mill.all());
    }

    @Test
    void anAuditOfOneAuthorInPiecesFindsWhatAWholeOneFinds() {
        assertResumes(new AuditOptions(user("ann"), 0, true, Mill.all().promise(), false, 100));
    }

    @Test
    void aSampleIsTheSameBehindABreak() {
        assertResumes(new AuditOptions(null, 205, true, Mill.all().promise(), false, 100));
    }

    @Test
    void readUnitsAndTimeOfAllRunsAddUp() {
        AuditOptions options = Mill.author("ann");
        AuditState before = new AuditState(
                "test", 1, options.begin(), AuditState.begin(options, "test", 1).results(), 12.5, 2_000);
        Auditor auditor = new Auditor(mill.stores, mill.queue, options, before, mill.clock, () -> 3.5);
        mill.steps.before("author", 1, () -> mill.pass(Duration.ofSeconds(1)));
        AuditState end = auditor.run(state -> {});
        assertThat(end.readUnits()).isEqualTo(16);
        assertThat(end.millis()).isEqualTo(3_000);
    }

    @Test
    void theFileIsThereOnlyBetweenTheRuns() throws IOException {
        assertThat(file().read()).isEmpty();
        runInPieces(Mill.author("ann"), 1);
        assertThat(file().read()).isPresent();
        try (var files = Files.list(folder.resolve("sub"))) {
            assertThat(files).containsExactly(file().path());
        }
        file().remove();
        file().remove();
        assertThat(file().path()).doesNotExist();
    }

    @Test
    void theStateOfAnotherAuditIsRefusedAndLeftAlone() {
        file().write(AuditState.begin(Mill.all(), "test", 1));
        StateFile other = new StateFile(file().path(), "other");
        assertThatThrownBy(other::read)
                .isInstanceOf(AuditFailure.class)
                .hasMessage("%s is the state of another audit (test): remove it, or name another with --state."
                        .formatted(file().path()));
        assertThat(file().path()).exists();
    }

    @Test
    void whatIsNoStateIsRefused() throws IOException {
        Path path = folder.resolve("audit.json");
        for (String text :
                List.of("", "{", "[]", "7", "{\"audit\":5}", "{\"audit\":\"test\",\"walk\":{\"scanned\":1}}")) {
            Files.writeString(path, text);
            assertThatThrownBy(new StateFile(path, "test")::read)
                    .as(text)
                    .isInstanceOf(AuditFailure.class)
                    .hasMessageContaining("remove it, or name another");
        }
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(new StateFile(folder, "test")::read)
                .isInstanceOf(AuditFailure.class)
                .hasMessageContaining("cannot be read");
    }
}
