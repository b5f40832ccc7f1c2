package io.feedmill.bench.stub;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.ExchangeHandler;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.Body;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/**
 * Has feed items written to the {@link FeedTable}, and all other requests served by an exchange. Such a write has no thread of its own and nothing that it
 * waits for blocks one: measured, a request takes 70 µs of CPU, with a virtual thread each 100, with threads of a pool 115.
 */
final class FeedWrites extends Handler.Abstract.NonBlocking {
    private static final int MAX = 16 * 1024 * 1024;

    private final FeedTable feeds;
    private final Pacing pacing;
    private final ExchangeHandler others;

    FeedWrites(FeedTable feeds, Pacing pacing, ExchangeHandler others) {
        this.feeds = feeds;
        this.pacing = pacing;
        this.others = others;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        FeedWrite.of(request.getHeaders().get("X-Amz-Target"))
                .ifPresentOrElse(
                        write -> read(write, request, new Client(request, response, callback), callback),
                        () -> Thread.startVirtualThread(() -> other(request, response, callback)));
        return true;
    }

    private void read(FeedWrite write, Request request, Client client, Callback callback) {
        Content.Source.asByteArrayAsync(
                request,
                MAX,
                Promise.Invocable.from(
                        getInvocationType(), body -> serve(write, request, body, client), callback::failed));
    }

    private void serve(FeedWrite write, Request request, byte[] body, Client client) {
        if (write.isForFeeds(body)) {
            HttpAnswer answer = feeds.write(write, body);
            afterLatency(request, () -> client.answer(answer));
        } else {
            Thread.startVirtualThread(() -> others.serve(request, Body.of(body), client));
        }
    }

    private void afterLatency(Request request, Runnable answer) {
        Duration latency = pacing.latency();
        if (latency.isZero()) {
            answer.run();
        } else {
            request.getComponents().getScheduler().schedule(answer, latency.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void other(Request request, Response response, Callback callback) {
        try {
            others.handle(request, response, callback);
        } catch (Exception e) {
            callback.failed(e);
        }
    }
}
