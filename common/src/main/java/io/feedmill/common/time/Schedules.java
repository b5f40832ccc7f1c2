package io.feedmill.common.time;

import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/**
 * Runs the tasks that features schedule. A stop begins no other run, and waits for those in progress; they are interrupted if that takes too long. Imported by
 * applications: commands have none.
 */
public final class Schedules implements SmartLifecycle, AutoCloseable {
    private final List<Schedule.Task> tasks;
    private final ProcessTime time;
    private volatile List<Schedule> schedules = List.of();

    public Schedules(List<Schedule.Task> tasks, ProcessTime time) {
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

    /** A stop is after that of listeners. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE / 2;
    }

    @Override
    public void close() {
        schedules.forEach(Schedule::close);
    }
}
