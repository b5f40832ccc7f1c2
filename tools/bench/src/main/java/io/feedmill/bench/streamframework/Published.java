package io.feedmill.bench.streamframework;

/**
 * What became of posts, and what that took.
 *
 * @param expected deliveries that there should be
 * @param seconds from the first call to the last delivery
 * @param workerCpuSeconds of the Celery workers' processes
 * @param publisherCpuSeconds of the process that published, a web server's in practice: it makes the tasks
 * @param storeCpuSeconds of the Redis that keeps the feeds
 * @param brokerCpuSeconds of the Redis that keeps the tasks
 */
public record Published(
        long expected,
        long delivered,
        double seconds,
        double workerCpuSeconds,
        double publisherCpuSeconds,
        double storeCpuSeconds,
        double brokerCpuSeconds) {

    public double deliveriesPerSecond() {
        return delivered / seconds;
    }

    /** A delivery's share of some seconds. */
    double micros(double cpuSeconds) {
        return cpuSeconds * 1e6 / delivered;
    }
}
