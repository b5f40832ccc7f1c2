package io.feedmill.chaos.scenario;

import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The time and the status of every read in a phase. A status of 0 means no answer.
 *
 * @param millis ascending
 * @param statuses the number of answers of each status
 */
record TimedReads(List<Double> millis, Map<Integer, Integer> statuses) {
    private static final Duration MAX_READ = Duration.ofSeconds(60);

    private record Read(double millis, int status) {}

    /** Reads for this long by several threads, each one request after the other with a pause in between. */
    static TimedReads during(Duration length, int readers, Duration pause, Supplier<HttpRequest.Builder> requests) {
        RunClock clock = new RunClock();
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            List<Read> reads = new ArrayList<>();
            List<Thread> threads = IntStream.range(0, readers)
                    .mapToObj(reader -> Thread.startVirtualThread(() -> {
                        while (clock.now().compareTo(length) < 0) {
                            Read read = read(http, requests.get());
                            synchronized (reads) {
                                reads.add(read);
                            }
                            RunClock.pause(pause);
                        }
                    }))
                    .toList();
            for (Thread thread : threads) {
                thread.join();
            }
            return of(reads);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted.");
        }
    }

    private static Read read(HttpClient http, HttpRequest.Builder builder) {
        long began = System.nanoTime();
        int status = 0;
        try {
            HttpRequest request = builder.timeout(MAX_READ).build();
            status = http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            // no answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Read((System.nanoTime() - began) / 1e6, status);
    }

    private static TimedReads of(List<Read> reads) {
        Map<Integer, Integer> statuses = new TreeMap<>();
        reads.forEach(read -> statuses.merge(read.status(), 1, Integer::sum));
        return new TimedReads(reads.stream().map(Read::millis).sorted().toList(), statuses);
    }

    /** Returns the time that this percentage of the reads do not exceed, by the nearest rank. */
    double percentile(int percent) {
        return millis.get(Math.max(Math.ceilDiv(percent * millis.size(), 100), 1) - 1);
    }

    int of(int status) {
        return statuses.getOrDefault(status, 0);
    }

    /** Whether all have one of these statuses and took at most this time. */
    boolean isOnly(Set<Integer> allowed, Duration limit) {
        return allowed.containsAll(statuses.keySet()) && percentile(100) <= limit.toMillis();
    }
}
