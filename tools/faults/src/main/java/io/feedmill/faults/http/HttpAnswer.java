package io.feedmill.faults.http;

import io.feedmill.faults.http.HttpCall.Header;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The answer to a client, its headers without the length of the body. */
public record HttpAnswer(int status, List<Header> headers, Body body) {
    /** DynamoDB's checksum of the body, which the SDK verifies. */
    private static final String CRC32 = "x-amz-crc32";

    /** A new answer in the form that the service uses. */
    public static HttpAnswer of(Service service, int status, JsonNode json) {
        return of(service, status, Body.of(json));
    }

    /** As {@link #of(Service, int, JsonNode)}, with written JSON. */
    public static HttpAnswer of(Service service, int status, Body body) {
        List<Header> headers = List.of(
                new Header("Content-Type", "application/x-amz-json-1.0"),
                new Header("x-amzn-RequestId", UUID.randomUUID().toString()));
        HttpAnswer answer = new HttpAnswer(status, headers, body);
        return service == Service.DYNAMO_DB ? answer.withChecksum() : answer;
    }

    /** An error. SQS names it in a header too, for clients of its older protocol. */
    public static HttpAnswer of(Service service, AwsError error) {
        HttpAnswer answer = of(service, error.status(), error.body());
        String blame = error.status() < 500 ? "Sender" : "Receiver";
        return service == Service.SQS
                ? answer.with(new Header("x-amzn-query-error", error.code() + ';' + blame))
                : answer;
    }

    public boolean isOk() {
        return status == 200;
    }

    /** The same answer with another body, and its checksum if there was one. */
    public HttpAnswer withJson(JsonNode json) {
        HttpAnswer answer = new HttpAnswer(status, headers, Body.of(json));
        return headers.stream().anyMatch(HttpAnswer::isChecksum) ? answer.withChecksum() : answer;
    }

    private HttpAnswer withChecksum() {
        List<Header> others =
                headers.stream().filter(header -> !isChecksum(header)).toList();
        return new HttpAnswer(status, others, body).with(new Header(CRC32, Long.toString(body.crc32())));
    }

    private HttpAnswer with(Header header) {
        List<Header> more = new ArrayList<>(headers);
        more.add(header);
        return new HttpAnswer(status, List.copyOf(more), body);
    }

    private static boolean isChecksum(Header header) {
        return header.name().equalsIgnoreCase(CRC32);
    }
}
