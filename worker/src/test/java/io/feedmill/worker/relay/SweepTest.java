package io.feedmill.worker.relay;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SweepTest extends RelayFixture {
    private Sweep sweep(RunEnd end) {
        return sweep("worker", stores.outbox(), relay, new ShardNotes(() -> true, clock), end);
    }

    @Test
    void countsOrphans() {
        stores.removeJob(JobId.of(post));
        clock.advance(PATIENCE.plus(INSTANT));
        Sweep sweep = sweep(() -> false);
        sweep.run();
        sweep.run();
        assertThat(meters.get("feedmill.relay.orphaned").counter().count()).isEqualTo(1);
    }

    @Test
    void relaysEveryJobThatMayBeStalled() {
        for (int n = 1; n < 3_000; n++) {
            publish(n);
        }
        clock.advance(PATIENCE.plus(INSTANT));
        sweep(() -> false).run();
        assertThat(queue.sent()).hasSize(3_000).doesNotHaveDuplicates();
        assertThat(meters.get("feedmill.relay.resent").counter().count()).isEqualTo(3_000);
    }

    /** The report must not omit rows that an incomplete sweep did not read. */
    @Test
    void anIncompleteSweepReportsNothing() {
        publish(1);
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(sweep(() -> !queue.sent().isEmpty()).run()).isFalse();
        assertThat(queue.sent()).hasSize(1);
        assertThat(swept("job")).isZero();
    }

    @Test
    void countsTheRowsThatAreOlderThanThePatience() {
        publish(1);
        Sweep sweep = sweep(() -> false);
        sweep.run();
        assertThat(swept("job")).isZero();
        clock.advance(PATIENCE.plus(INSTANT));
        publish(2);
        sweep.run();
        assertThat(swept("job")).isEqualTo(2);
    }

    private double swept(String form) {
        return meters.get("feedmill.outbox.rows").tag("form", form).gauge().value();
    }

    /** Both before and after the job in their shard. */
    @Test
    void rowsThatCannotBeReadDoNotEndTheWalkOfTheirShard(CapturedOutput output) {
        List<JobId> jobs = inOneShard(5);
        stores.makeOutboxRowMalformed(jobs.get(0));
        stores.makeOutboxRowNewer(jobs.get(1));
        stores.makeOutboxRowMalformed(jobs.get(3));
        clock.advance(PATIENCE.plus(INSTANT));
        sweep(() -> false).run();
        assertThat(queue.sent())
                .extracting(sent -> ((Plan) sent.message()).job())
                .contains(jobs.get(2), jobs.get(4))
                .doesNotContain(jobs.get(0), jobs.get(1), jobs.get(3));
        assertThat(swept("malformed")).isEqualTo(2);
        assertThat(swept("newer")).isEqualTo(1);
        assertThat(output.getOut().lines().filter(line -> line.contains("Outbox rows passed over")))
                .hasSize(1);
    }

    private List<JobId> inOneShard(int count) {
        return IntStream.range(1, 1_000)
                .mapToObj(n -> JobId.of(publish(n)))
                .filter(job -> stores.outbox().holds(Job.work(7, job, user("ann"))))
                .limit(count)
                .toList();
    }
}
