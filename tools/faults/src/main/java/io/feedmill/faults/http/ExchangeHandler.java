package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Reads a request as a whole and gives it to an exchange. It blocks: run it on a virtual thread. */
public final class ExchangeHandler extends Handler.Abstract {
    /** What DynamoDB takes at most; SQS takes less. */
    private static final int MAX = 16 * 1024 * 1024;

    private final Exchange exchange;

    public ExchangeHandler(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getLength() > MAX) {
            Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            return true;
        }
        Body body = Body.of(BufferUtil.toArray(Content.Source.asByteBuffer(request)));
        serve(request, body, new Client(request, response, callback));
        return true;
    }

    /** Gives it a request whose body has been read. */
    public void serve(Request request, Body body, Client client) {
        try {
            exchange.serve(call(request, body), client);
        } catch (InterruptedException e) {
            client.close();
        }
    }

    private static HttpCall call(Request request, Body body) {
        List<Header> headers = request.getHeaders().stream()
                .filter(field -> Hops.passes(field.getName()))
                .map(ExchangeHandler::header)
                .toList();
        return new HttpCall(request.getMethod(), request.getHttpURI().getPathQuery(), headers, body);
    }

    private static Header header(HttpField field) {
        return new Header(field.getName(), field.getValue() == null ? "" : field.getValue());
    }
}
