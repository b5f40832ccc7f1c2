package io.feedmill.bench.micro;

import io.feedmill.bench.workload.UserNames;
import io.feedmill.common.fanout.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The messages that a fan-out takes: a plan, and a slice of 1,000 recipients. */
@State(Scope.Thread)
public class MessageBenchmarks {
    private static final UserId AUTHOR = new UserId(UserNames.of(1));

    private PostId post = Items.POST;
    private QueueMessage plan = QueueMessage.Plan.of(JobId.of(post), AUTHOR);
    private QueueMessage slice = slice();
    private String planText = MessageCodec.encode(plan);
    private String sliceText = MessageCodec.encode(slice);

    private static QueueMessage slice() {
        List<UserId> recipients = IntStream.rangeClosed(2, 1_001)
                .mapToObj(UserNames::of)
                .map(UserId::new)
                .toList();
        Slice range = new Slice(1, recipients.getFirst(), recipients.getLast(), recipients.size());
        return new QueueMessage.Deliver(JobId.of(Items.POST), AUTHOR, range, recipients, 0, null);
    }

    @Benchmark
    public String encodePlan() {
        return MessageCodec.encode(plan);
    }

    @Benchmark
    public QueueMessage decodePlan() {
        return MessageCodec.decode(planText);
    }

    @Benchmark
    public String encodeSlice() {
        return MessageCodec.encode(slice);
    }

    @Benchmark
    public QueueMessage decodeSlice() {
        return MessageCodec.decode(sliceText);
    }
}
