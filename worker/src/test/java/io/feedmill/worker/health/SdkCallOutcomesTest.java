package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.Breakers.Polling;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The outcomes of real client calls to a local server, as the breakers record them. */
class SdkCallOutcomesTest {
    private static final Duration OPEN = Duration.ofSeconds(5);

    private final SettableClock clock = new SettableClock();
    private final Breakers breakers = new Breakers(
            new BreakerSettings(1, 1, Duration.ofMillis(500), OPEN),
            new SimpleMeterRegistry(),
            new ClockOffset(clock, new SimpleMeterRegistry()),
            clock);
    private final Server server = new Server();
    private final DynamoDbClient store = client(DynamoDbClient.builder());
    private final SqsClient queue = client(SqsClient.builder());

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(B builder) {
        return builder.region(Region.EU_WEST_1)
                .endpointOverride(URI.create("http://127.0.0.1:1"))
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .httpClient(server)
                .overrideConfiguration(c -> c.addExecutionInterceptor(new SdkCallOutcomes(breakers, clock))
                        .retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }

    /** Answers every request alike. */
    private static final class Server implements SdkHttpClient {
        private int status = 200;
        private String body = "{}";
        private @Nullable IOException failure;
        private Runnable before = () -> {};

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    before.run();
                    if (failure != null) {
                        throw failure;
                    }
                    return answer();
                }

                @Override
                public void abort() {}
            };
        }

        private HttpExecuteResponse answer() {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            return HttpExecuteResponse.builder()
                    .response(SdkHttpResponse.builder().statusCode(status).build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                    .build();
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        store.close();
        queue.close();
    }

    private void read() {
        store.getItem(r -> r.tableName("t").key(Map.of("pk", AttributeValue.fromS("a"))));
    }

    @Test
    void aServerThatCannotBeReachedFails() {
        server.failure = new IOException("connection refused");
        assertThatThrownBy(this::read).isInstanceOf(SdkException.class);
        assertThat(breakers.of(Dependency.STORE).state()).isEqualTo("open");
        assertThat(breakers.of(Dependency.QUEUE).state()).isEqualTo("closed");
        assertThatThrownBy(() -> queue.getQueueUrl(r -> r.queueName("q"))).isInstanceOf(SdkException.class);
        assertThat(breakers.of(Dependency.QUEUE).state()).isEqualTo("open");
    }

    private void poll() {
        queue.receiveMessage(r -> r.queueUrl("http://127.0.0.1:1/q"));
    }

    @Test
    void pollsAreCallsLikeAnyOther() {
        server.failure = new IOException("connection refused");
        assertThatThrownBy(this::poll).isInstanceOf(SdkException.class);
        assertThat(breakers.of(Dependency.QUEUE).state()).isEqualTo("open");
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        server.failure = null;
        poll();
        assertThat(breakers.of(Dependency.QUEUE).state()).isEqualTo("closed");
        assertThat(breakers.of(Dependency.STORE).isClosed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"403, AccessDenied", "400, QueueDoesNotExist", "400, KmsAccessDenied", "503, ServiceUnavailable"})
    void aPollThatIsForbiddenOrFailsOpensTheBreaker(int status, String code) {
        server.status = status;
        server.body = "{\"__type\":\"com.amazonaws.sqs#" + code + "\"}";
        assertThatThrownBy(this::poll).isInstanceOf(SdkException.class);
        assertThat(breakers.of(Dependency.QUEUE).state()).isEqualTo("open");
        assertThat(breakers.of(Dependency.QUEUE).reason()).isEqualTo(code);
    }

    @Test
    void aPollIsNeverSlow() {
        server.before = () -> clock.advance(Duration.ofSeconds(20));
        poll();
        assertThat(breakers.of(Dependency.QUEUE).isClosed()).isTrue();
    }

    @Test
    void aSlowCallIsRecordedAsSlow() {
        server.before = () -> clock.advance(Duration.ofMillis(501));
        read();
        assertThat(breakers.of(Dependency.STORE).state()).isEqualTo("open");
        assertThat(breakers.of(Dependency.STORE).reason()).isEqualTo("SlowCalls");
    }

    @Test
    void anAnswerIsRecordedAsAnswered() {
        read();
        assertThat(breakers.of(Dependency.STORE).isClosed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "400, ProvisionedThroughputExceededException, closed",
        "400, ThrottlingException, closed",
        "400, ConditionalCheckFailedException, closed",
        "400, TransactionConflictException, closed",
        "400, ValidationException, closed",
        "400, AccessDeniedException, open",
        "400, ExpiredTokenException, open",
        "400, UnrecognizedClientException, open",
        "400, ResourceNotFoundException, open",
        "500, InternalServerError, open",
        "503, ServiceUnavailable, open"
    })
    void aRefusalOfTheServerIsAnAnswer(int status, String code, String state) {
        server.status = status;
        server.body = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\"}";
        assertThatThrownBy(this::read).isInstanceOf(SdkException.class);
        assertThat(breakers.of(Dependency.STORE).state()).isEqualTo(state);
    }

    private void forbid() {
        server.status = 400;
        server.body = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\"}";
    }

    private void allow() {
        server.status = 200;
        server.body = "{}";
    }

    private void readOther() {
        store.getItem(r -> r.tableName("other").key(Map.of("pk", AttributeValue.fromS("a"))));
    }

    /** Else the workers would take messages again and again while one table is gone. */
    @Test
    void afterAForbiddenCallOnlyTheLikeClosesTheBreaker() {
        forbid();
        assertThatThrownBy(this::read).isInstanceOf(SdkException.class);
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        allow();
        readOther();
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        read();
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
    }

    @Test
    void aForbiddenCallThatIsNotMadeAgainIsForgotten() {
        forbid();
        assertThatThrownBy(this::read).isInstanceOf(SdkException.class);
        allow();
        clock.advance(Duration.ofMinutes(1).plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        readOther();
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
    }

    @Test
    void anInterruptedCallIsNotRecorded() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::read).isInstanceOf(AbortedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(breakers.of(Dependency.STORE).isClosed()).isTrue();
    }
}
