package io.feedmill.simulation;

import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.simulation.FaultSchedule.Kind;
import io.feedmill.testkit.memory.Faults;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.core.internal.interceptor.DefaultFailedExecutionContext;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

/** A process's way to the database and the queues: each call takes its time, may go wrong, and is seen by the process's interceptors, as the SDK's clients do. */
final class Wire implements Faults {
    private static final long TIMEOUT = Duration.ofSeconds(2).toNanos();
    private static final long AGAIN = Duration.ofSeconds(5).toNanos();

    private final World world;
    private final SimulatedTime time;
    private final IdentityHashMap<Call, ExecutionAttributes> calls = new IdentityHashMap<>();
    private List<ExecutionInterceptor> interceptors = List.of();

    Wire(World world, SimulatedTime time) {
        this.world = world;
        this.time = time;
    }

    /** What becomes of a call of the queues. */
    enum SendFault {
        NONE,
        REFUSED,
        ANSWER_LOST
    }

    /** Lets these see each call from now on. */
    void interceptors(List<ExecutionInterceptor> all) {
        interceptors = all;
    }

    @Override
    public Fault before(Call call) {
        calls.put(call, begin(call.operation().toString(), call.request()));
        world.befall(time, Kind.STOOD_STILL, Kind.CRASHED);
        time.pass(world.faults().travel());
        world.step(time, call);
        return world.faults().of(call);
    }

    @Override
    public void after(Call call, @Nullable RuntimeException failure) {
        boolean silent = failure instanceof SdkException lost && lost.retryable() && isTimeout(lost);
        Signals.call(failure, world.reached());
        time.pass(silent ? TIMEOUT : world.faults().travel());
        end(call.request(), calls.remove(call), failure);
    }

    private static boolean isTimeout(SdkException failure) {
        return failure.getClass().getSimpleName().endsWith("TimeoutException");
    }

    /** Makes a call of the queues. */
    <T> T sqs(String operation, SqsRequest request, Function<SendFault, T> effect) {
        ExecutionAttributes attributes = begin(operation, request);
        if (Signals.isSendBesideCall()) {
            world.befall(time, Kind.UNSENT);
        }
        if (!operation.equals("ReceiveMessage")) {
            world.befall(time, Kind.CRASHED);
        }
        time.pass(world.faults().travel());
        RuntimeException failure = null;
        try {
            return effect.apply(fault());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        } finally {
            time.pass(
                    failure instanceof SdkException e && isTimeout(e)
                            ? TIMEOUT
                            : world.faults().travel());
            end(request, attributes, failure);
        }
    }

    /** What becomes of an entry of a batch. */
    SendFault ofEntry() {
        return fault();
    }

    private SendFault fault() {
        if (world.faults().draws(Kind.QUEUE_REFUSED)) {
            return SendFault.REFUSED;
        }
        return world.faults().draws(Kind.QUEUE_ANSWER_LOST) ? SendFault.ANSWER_LOST : SendFault.NONE;
    }

    /** Waits until a message can be received, up to a time. */
    void awaitMessages(String queue, Duration max) {
        time.awake();
        world.awaitMessages(queue, max.toNanos());
        time.awake();
    }

    /** Lets some messages be delivered once more, some seconds later. */
    void received(String queue, Message message) {
        if (world.faults().draws(Kind.REDELIVERED)) {
            world.time()
                    .after(world.random().nextLong(AGAIN), () -> world.queues().redeliver(queue, message));
        }
    }

    private ExecutionAttributes begin(String operation, SdkRequest request) {
        ExecutionAttributes attributes = new ExecutionAttributes();
        attributes.putAttribute(SdkExecutionAttribute.OPERATION_NAME, operation);
        InterceptorContext context =
                InterceptorContext.builder().request(request).build();
        for (ExecutionInterceptor each : interceptors) {
            each.beforeExecution(context, attributes);
            each.beforeTransmission(context, attributes);
        }
        return attributes;
    }

    private void end(SdkRequest request, @Nullable ExecutionAttributes attributes, @Nullable RuntimeException failure) {
        if (attributes == null) {
            return;
        }
        InterceptorContext context = InterceptorContext.builder()
                .request(request)
                .httpResponse(world.sdkAnswer())
                .build();
        for (ExecutionInterceptor each : interceptors) {
            if (!(failure instanceof SdkException e && isTimeout(e)) && each instanceof ClockOffset) {
                each.afterTransmission(context, attributes);
            }
            if (failure == null) {
                each.afterExecution(context, attributes);
            } else {
                each.onExecutionFailure(
                        DefaultFailedExecutionContext.builder()
                                .interceptorContext(context)
                                .exception(failure)
                                .build(),
                        attributes);
            }
        }
    }
}
