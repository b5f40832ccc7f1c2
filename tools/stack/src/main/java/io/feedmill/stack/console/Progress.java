package io.feedmill.stack.console;

/** How far a task is. Closing it leaves its last state on the screen. Thread-safe. */
public interface Progress extends AutoCloseable {

    /** So many are done, of the total that the task began with. Less than it knows of already is late news, and ignored. */
    void at(long done);

    @Override
    void close();
}
