package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.Schedule;
import io.feedmill.worker.health.QueueSizeMonitor;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The containers of the queues and the beans that they share. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {
    /** Between two counts of the messages in the queues. */
    private static final Duration QUEUE_SIZES = Duration.ofMinutes(1);

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    @Bean
    SqsAsyncClient listeningClient(ObjectProvider<ExecutionInterceptor> interceptors) {
        return new VirtualThreadSqs(
                SqsClients.createListening(interceptors.orderedStream().toList()));
    }

    @Bean
    WorkDeadlines workDeadlines(ListenerSettings settings, SuspendSafeClock clocks) {
        return new WorkDeadlines(settings.deadline(), settings.deadlineAtStop(), clocks);
    }

    @Bean
    HandlerLife handlerLife(ListenerSettings settings) {
        return settings.life();
    }

    /** Closed after the containers have stopped, as all beans without a lifecycle phase. */
    @Bean
    Schedule heartbeatSchedule(VisibilityHeartbeat heartbeat, ProcessTime time) {
        return Schedule.start(new Schedule.Task("visibility-heartbeat", heartbeat::tick, HEARTBEAT, HEARTBEAT), time);
    }

    @Bean
    QueueSizes queueSizes(SqsClient client, QueueSettings queues) {
        return new QueueSizes(client, queues.schema());
    }

    /** Stopped in parallel after the deadlines were pulled in. Each waits for its open poll: only this process can release what SQS answers. */
    @Bean
    MessageListenerContainerRegistry listeners(QueueContainers containers, QueueTargets targets) {
        DefaultListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
        registry.setPhase(WorkDeadlines.PHASE - 1);
        for (Queue queue : Queue.values()) {
            registry.registerListenerContainer(containers.create(queue, targets.of(queue), targets.interceptor(queue)));
        }
        return registry;
    }

    @Bean
    Schedule.Task queueSizeSchedule(QueueSizeMonitor monitor) {
        return new Schedule.Task("queue-sizes", monitor::count, QUEUE_SIZES, Duration.ZERO);
    }
}
