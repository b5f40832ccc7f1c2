package io.feedmill.common.schema;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A queue of an account, or its dead-letter queue. */
public record QueueResource(SqsClient client, QueueSchema schema, Queue queue, boolean isDead) implements Resource {
    private static final String REDRIVE = "redrive policy";

    @Override
    public String name() {
        return isDead ? schema.deadName(queue) : schema.name(queue);
    }

    @Override
    public List<SchemaDifference> differences() {
        try {
            return SchemaDifference.between(name(), expected(), found(url()));
        } catch (QueueDoesNotExistException e) {
            return List.of(SchemaDifference.missing(name()));
        }
    }

    private String url() {
        return client.getQueueUrl(r -> r.queueName(name())).queueUrl();
    }

    private Map<QueueAttributeName, String> attributes() {
        return isDead ? QueueSchema.deadAttributes() : QueueSchema.attributes(queue);
    }

    private Map<String, String> expected() {
        Map<String, String> settings = new LinkedHashMap<>();
        attributes().forEach((attribute, value) -> settings.put(attribute.toString(), value));
        settings.put(REDRIVE, isDead ? "none" : redrive(schema.deadName(queue), QueueSchema.RECEIVES));
        return settings;
    }

    private Map<String, String> found(String url) {
        Map<String, String> settings =
                new HashMap<>(client.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                        .attributesAsStrings());
        String policy = settings.get(QueueAttributeName.REDRIVE_POLICY.toString());
        settings.put(REDRIVE, policy == null ? "none" : redrive(policy));
        return settings;
    }

    private static String redrive(String policy) {
        JsonNode json = JsonMapper.shared().readTree(policy);
        String arn = json.path("deadLetterTargetArn").asString("");
        return redrive(
                arn.substring(arn.lastIndexOf(':') + 1),
                json.path("maxReceiveCount").asInt(0));
    }

    private static String redrive(String deadLetterQueue, int receives) {
        return "to " + deadLetterQueue + " after " + receives + " receives";
    }

    @Override
    public Set<String> fixed() {
        return Set.of(REDRIVE);
    }

    @Override
    public boolean sets(SchemaDifference difference) {
        return attributes().keySet().stream().map(QueueAttributeName::toString).anyMatch(difference.setting()::equals);
    }

    @Override
    public void create() {
        if (isDead) {
            schema.createDead(client, queue);
        } else {
            schema.create(client, queue);
        }
    }

    @Override
    public void set() {
        client.setQueueAttributes(r -> r.queueUrl(url()).attributes(attributes()));
    }
}
