package io.feedmill.worker.work;

import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.Schedule;
import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Runs the tasks that features schedule. A stop begins no other run, and waits for those in progress; they are interrupted if that takes too long. */
@Component
final class Schedules implements SmartLifecycle, AutoCloseable {
    private final List<Schedule.Task> tasks;
    private final ProcessTime time;
    private volatile List<Schedule> schedules = List.of();

    Schedules(List<Schedule.Task> tasks, ProcessTime time) {
        this.tasks = tasks;
        this.time = time;
    }

    @Override
    public void start() {
        schedules = tasks.stream().map(task -> Schedule.start(task, time)).toList();
    }

    /** Before the listeners stop. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        schedules.forEach(Schedule::end);
    }

    @Override
    public void stop() {
        schedules.forEach(Schedule::stop);
        schedules = List.of();
    }

    @Override
    public void stop(Runnable stopped) {
        Thread.startVirtualThread(() -> {
            stop();
            stopped.run();
        });
    }

    @Override
    public boolean isRunning() {
        return !schedules.isEmpty();
    }

    /** After the listeners. */
    @Override
    public int getPhase() {
        return WorkDeadlines.PHASE / 2;
    }

    @Override
    public void close() {
        schedules.forEach(Schedule::close);
    }
}
