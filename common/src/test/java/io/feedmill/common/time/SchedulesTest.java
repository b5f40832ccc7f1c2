package io.feedmill.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

@Timeout(30)
class SchedulesTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private AnnotationConfigApplicationContext start(Runnable run, Duration pause) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        Schedule.Task task = new Schedule.Task("test", run, pause, Duration.ZERO);
        context.registerBean(Schedules.class, () -> new Schedules(List.of(task), ProcessTime.system()));
        context.refresh();
        return context;
    }

    @Test
    void aStopWaitsForTheRunInProgressAndBeginsNoOther() throws InterruptedException {
        Runnable run = () -> {
            events.add("begun");
            ended.join();
            events.add("ended");
        };
        AnnotationConfigApplicationContext context = start(run, Duration.ofNanos(1));
        assertThat(events.take()).isEqualTo("begun");
        context.addApplicationListener(
                event -> Thread.startVirtualThread(() -> ended.complete(null))); // the context is being closed
        context.close();
        assertThat(events).containsExactly("ended");
    }

    @Test
    void aRunIsInterruptedAfterTheTimeOfAStop() throws InterruptedException {
        Runnable run = () -> {
            events.add("begun");
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        };
        try (AnnotationConfigApplicationContext context = start(run, Duration.ZERO)) {
            assertThat(events.take()).isEqualTo("begun");
            Schedules schedules = context.getBean(Schedules.class);
            schedules.end();
            schedules.close();
            assertThat(events.take()).isEqualTo("interrupted");
            schedules.stop();
            assertThat(schedules.isRunning()).isFalse();
        }
    }
}
