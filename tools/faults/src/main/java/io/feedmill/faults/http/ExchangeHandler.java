package io.feedmill.faults.http;

import io.feedmill.faults.http.HttpCall.Header;
import io.feedmill.faults.protocol.Body;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Reads whole requests and passes them to an exchange. It blocks: run it on a virtual thread. */
public final class ExchangeHandler extends Handler.Abstract {
    /** DynamoDB's maximum; that of SQS is lower. */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private final Exchange exchange;

    public ExchangeHandler(Exchange exchange) {
        this.exchange = exchange;
    }

    /** What a proxy does with requests. Thread-safe. */
    public interface Exchange {
        /** Serves one request on its own thread. The client gets an answer or loses its connection. */
        void serve(HttpCall call, Client client) throws InterruptedException;

        /** Whether to reset a new connection. */
        default boolean resetsNewConnection() {
            return false;
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getLength() > MAX_BYTES) {
            Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            return true;
        }
        Body body = Body.of(BufferUtil.toArray(Content.Source.asByteBuffer(request)));
        serve(request, body, new Client(request, response, callback));
        return true;
    }

    /** Passes on a request whose body has been read. */
    public void serve(Request request, Body body, Client client) {
        List<Header> headers = request.getHeaders().stream()
                .map(field -> new Header(field.getName(), Objects.requireNonNullElse(field.getValue(), "")))
                .filter(Header::isEndToEnd)
                .toList();
        try {
            exchange.serve(
                    new HttpCall(request.getMethod(), request.getHttpURI().getPathQuery(), headers, body), client);
        } catch (InterruptedException e) {
            client.close();
        }
    }
}
