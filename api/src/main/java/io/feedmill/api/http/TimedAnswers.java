package io.feedmill.api.http;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * HTTP whose answers have a time limit, from the first byte on (Tomcat's own limits one write without progress): a slow client loses its connection,
 * and keeps no answer in memory. Checked once a second. Streams of events have no limit; what writes them can ask whether the client is still there.
 */
public final class TimedAnswers extends Http11NioProtocol {
    /** Room for a page of 50 usual posts, so that it has a length and is one write. With Tomcat's 8 KiB it is chunks and four writes. */
    private static final int BUFFER_BYTES = 16 * 1024;

    private static final ScopedValue<SocketWrapperBase<?>> CONNECTION = ScopedValue.newInstance();

    private final Set<Exchange> exchanges = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private @Nullable Limits limits;
    private @Nullable ScheduledFuture<?> watch;

    @Override
    public int getDesiredBufferSize() {
        return BUFFER_BYTES;
    }

    @Override
    protected Processor createProcessor() {
        Exchange exchange = new Exchange(this, getAdapter());
        exchanges.add(exchange);
        return exchange;
    }

    /**
     * Whether the client of the request that this thread answers has closed the connection, or its half of it. Reads what the client may have sent
     * meanwhile: close the connection after the answer. Always false with TLS.
     */
    public static boolean clientHasLeft() {
        return CONNECTION.isBound()
                && CONNECTION.get().getSocket() instanceof NioChannel channel
                && !(channel instanceof SecureNioChannel)
                && isAtEnd(channel.getIOChannel());
    }

    private static boolean isAtEnd(@Nullable SocketChannel channel) {
        try {
            return channel == null || channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void start() throws Exception {
        super.start();
        watch = getUtilityExecutor().scheduleWithFixedDelay(this::endLate, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (watch != null) {
            watch.cancel(false);
        }
        super.stop();
    }

    private void endLate() {
        Limits now = limits;
        if (now != null) {
            List.copyOf(exchanges).forEach(exchange -> endIfLate(exchange, now));
        }
    }

    /** A failure would end the checks for good. */
    private void endIfLate(Exchange exchange, Limits limits) {
        try {
            exchange.endIfLate(limits);
        } catch (RuntimeException e) {
            getLog().warn("Cannot end a late answer", e);
        }
    }

    /** One connection's request and answer at a time. */
    private static final class Exchange extends Http11Processor {
        private @Nullable SocketChannel ended;

        Exchange(TimedAnswers protocol, Adapter adapter) {
            super(protocol, adapter);
        }

        @Override
        public SocketState service(SocketWrapperBase<?> connection) throws IOException {
            return ScopedValue.where(CONNECTION, connection).call(() -> super.service(connection));
        }

        /** Reads the connection before the time: a late answer is then that connection's, whichever the processor serves next. */
        void endIfLate(Limits limits) {
            SocketWrapperBase<?> connection = getSocketWrapper();
            if (connection != null
                    && limits.areExceededBy(response)
                    && connection.getSocket() instanceof NioChannel channel) {
                end(channel.getIOChannel(), limits.metrics());
            }
        }

        /** Wakes up the writer, and the reader of what is left of a refused body: they close the connection; what was not sent is dropped. */
        private void end(@Nullable SocketChannel channel, ApiMetrics metrics) {
            if (channel == null || channel.equals(ended)) {
                return;
            }
            ended = channel;
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                channel.shutdownOutput();
                metrics.count(Event.ANSWERS_TIMED_OUT);
                channel.shutdownInput();
            } catch (IOException e) {
                getLog().debug("Client closed the connection meanwhile", e);
            }
        }
    }

    /** Installs the protocol in the server of the API, with the limits of these settings. */
    @Component
    record Limits(HttpSettings settings, ApiMetrics metrics)
            implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
        /** Tomcat's commit time of an answer without a byte, and of one that has ended. */
        private static final long NOT_COMMITTED = -1;

        private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

        /** One read decides: the answer may end meanwhile, and its connection lives on. */
        boolean areExceededBy(Response answer) {
            long committed = answer.getCommitTimeNanos();
            return committed != NOT_COMMITTED
                    && System.nanoTime() - committed > of(answer).toNanos();
        }

        private Duration of(Response answer) {
            String type = String.valueOf(answer.getContentType());
            if (type.startsWith(MediaType.TEXT_EVENT_STREAM_VALUE)) {
                return UNLIMITED;
            }
            return type.startsWith(MediaType.APPLICATION_NDJSON_VALUE)
                    ? settings.linesTimeout()
                    : settings.answerTimeout();
        }

        @Override
        public void customize(TomcatServletWebServerFactory factory) {
            factory.setProtocol(TimedAnswers.class.getName());
            factory.addConnectorCustomizers(connector -> {
                if (connector.getProtocolHandler() instanceof TimedAnswers answers) {
                    answers.limits = this;
                    answers.getEndpoint().getSocketProperties().setAppWriteBufSize(BUFFER_BYTES);
                }
            });
        }
    }
}
