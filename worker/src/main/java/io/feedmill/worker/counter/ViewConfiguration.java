package io.feedmill.worker.counter;

import io.feedmill.common.queue.MessageCodec;
import io.feedmill.worker.listen.QueueListener;
import io.feedmill.worker.listen.Requeues;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

    @Bean
    ViewsListener viewsListener(
            QueueListener listener, MessageCodec codec, Requeues requeues, WorkDeadlines deadlines, Clock clock) {
        return new ViewsListener(listener, codec, requeues, deadlines, ViewBatches.DEFAULT, clock);
    }
}
