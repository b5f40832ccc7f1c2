package io.feedmill.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Ends streams of events after the first one, and closes their connections: they would never end. */
final class FirstEvent implements ClientHttpRequestInterceptor {

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        ClientHttpResponse answer = execution.execute(request, body);
        return MediaType.TEXT_EVENT_STREAM.isCompatibleWith(answer.getHeaders().getContentType())
                ? new Ended(answer, event(answer.getBody()))
                : answer;
    }

    private static String event(InputStream body) throws IOException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        int last = 0;
        for (int read = body.read(); read >= 0 && !(read == '\n' && last == '\n'); read = body.read()) {
            event.write(read);
            last = read;
        }
        return event.toString(StandardCharsets.UTF_8);
    }

    private record Ended(ClientHttpResponse answer, String event) implements ClientHttpResponse {
        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return answer.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return answer.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return answer.getHeaders();
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8));
        }

        /** Its own would read to the end. */
        @Override
        public void close() {
            try {
                answer.getBody().close();
            } catch (IOException e) {
                // the connection is closed
            }
        }
    }
}
