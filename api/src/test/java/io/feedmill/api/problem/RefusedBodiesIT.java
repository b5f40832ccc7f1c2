package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals of large bodies reach clients that send all before they read, and those that wait with the body. */
@ApiTest
record RefusedBodiesIT(Http http) {
    private static final String CALLS = """
            POST /v1/follows:import, text/plain, nobody, 401
            POST /v1/follows:import, text/plain, reader, 403
            POST /v1/posts, application/json, nobody, 401
            POST /v1/nothing, application/json, service, 404
            PUT /v1/posts/none/metadata, application/json, writer, 413
            POST /v1/posts, application/json, service, 413
            POST /v1/follows:import, application/xml, service, 415
            POST /v1/follows:import, text/plain, flood, 429
            POST /v1/follows:import?viewer=a, text/plain, service, 400
            DELETE /v1/nothing/%zz, text/plain, service, 400
            """;

    private static final byte[] LINES = " \n".repeat(32_768).getBytes(StandardCharsets.US_ASCII);

    private static String token(String caller) {
        return switch (caller) {
            case "service" -> TestTokens.service();
            case "reader" -> TestTokens.user("large.reader", Scope.FEED);
            case "writer" -> TestTokens.user("large.writer", Scope.POST);
            case "flood" -> TestTokens.user("large.flood", Scope.IMPORT);
            default -> "none";
        };
    }

    @BeforeEach
    void useUpTheImports() {
        Http flood = http.as(token("flood"));
        while (flood.post("/v1/follows:import", "text/plain", "ben ann").status() != 429) {}
    }

    @ParameterizedTest
    @CsvSource(textBlock = CALLS)
    void aClientThatReadsLaterReceivesTheRefusal(String line, String type, String caller, int status)
            throws IOException {
        for (int megabytes : new int[] {2, 3, 30}) {
            int parts = megabytes * 16;
            String length = "Content-Length: " + (long) parts * LINES.length;
            assertThat(answer(line, type, caller, length, parts)).startsWith("HTTP/1.1 " + status);
            assertThat(answer(line, type, caller, "Transfer-Encoding: chunked", parts))
                    .startsWith("HTTP/1.1 " + status);
        }
    }

    /** Sends all, then reads. */
    private String answer(String line, String type, String caller, String length, int parts) throws IOException {
        boolean chunked = length.startsWith("Transfer");
        try (Socket socket = connect(line, type, caller, length + "\r\nConnection: close")) {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < parts; i++) {
                if (chunked) {
                    send(out, Integer.toHexString(LINES.length) + "\r\n");
                }
                out.write(LINES);
                if (chunked) {
                    send(out, "\r\n");
                }
            }
            if (chunked) {
                send(out, "0\r\n\r\n");
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect(String line, String type, String caller, String headers) throws IOException {
        return http.as(token(caller))
                .open(line + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\n" + headers + "\r\n\r\n");
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource(textBlock = CALLS)
    void aClientThatWaitsReceivesTheRefusalInsteadOfContinue(String line, String type, String caller, int status)
            throws IOException {
        String headers = "Content-Length: 30000000\r\nExpect: 100-continue";
        try (Socket socket = connect(line, type, caller, headers)) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void aClientThatWaitsIsToldToContinue() throws IOException {
        String headers = "Content-Length: " + LINES.length + "\r\nConnection: close\r\nExpect: 100-continue";
        try (Socket socket = connect("POST /v1/follows:import", "text/plain", "service", headers)) {
            String first = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
            assertThat(first).startsWith("HTTP/1.1 100");
            socket.getOutputStream().write(LINES);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("HTTP/1.1 200", "\"imported\":0");
        }
    }
}
