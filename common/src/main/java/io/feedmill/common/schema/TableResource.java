package io.feedmill.common.schema;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsStatus;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** A table of an account: whether it must have point-in-time recovery and provisioned capacity, and its KMS key; null: DynamoDB's own. */
public record TableResource(
        DynamoDbClient client,
        TableSchema schema,
        Table table,
        boolean recovered,
        boolean provisioned,
        @Nullable String key)
        implements Resource {
    private static final String KEYS = "keys";
    private static final String INDEX = "index";
    private static final String LOCAL = "local ";
    private static final String TIME_TO_LIVE = "time to live";
    private static final String RECOVERY = "point-in-time recovery";
    private static final String BILLING = "billing";
    private static final String ON_DEMAND = "on demand";
    private static final String PROVISIONED = "provisioned";
    private static final String PROTECTION = "deletion protection";
    private static final String ENCRYPTION = "encryption";
    private static final String ON = "on";
    private static final String OFF = "off";
    private static final Set<TimeToLiveStatus> ENABLED = Set.of(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);

    @Override
    public String name() {
        return schema.name(table);
    }

    @Override
    public List<SchemaDifference> differences() {
        try {
            TableDescription found =
                    client.describeTable(r -> r.tableName(name())).table();
            return SchemaDifference.between(name(), expected(), found(found));
        } catch (ResourceNotFoundException e) {
            return List.of(SchemaDifference.missing(name()));
        }
    }

    private Map<String, String> expected() {
        CreateTableRequest definition = schema.definition(table);
        List<AttributeDefinition> attributes = definition.attributeDefinitions();
        Stream<String> global = definition.globalSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), attributes, each.projection()));
        Stream<String> local = definition.localSecondaryIndexes().stream()
                .map(each -> LOCAL + index(each.indexName(), each.keySchema(), attributes, each.projection()));
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(KEYS, keys(definition.keySchema(), attributes));
        settings.put(INDEX, Stream.concat(global, local).collect(Collectors.joining("; ")));
        settings.put(BILLING, provisioned ? PROVISIONED : ON_DEMAND);
        settings.put(TIME_TO_LIVE, TableSchema.EXPIRES);
        if (recovered) {
            settings.put(RECOVERY, ON);
        }
        settings.put(PROTECTION, ON);
        if (key != null) {
            settings.put(ENCRYPTION, key);
        }
        return settings;
    }

    private Map<String, String> found(TableDescription found) {
        List<AttributeDefinition> attributes = found.attributeDefinitions();
        Stream<String> global = found.globalSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), attributes, each.projection()));
        Stream<String> local = found.localSecondaryIndexes().stream()
                .map(each -> LOCAL + index(each.indexName(), each.keySchema(), attributes, each.projection()));
        Map<String, String> settings = new HashMap<>();
        settings.put(KEYS, keys(found.keySchema(), attributes));
        settings.put(INDEX, Stream.concat(global, local).collect(Collectors.joining("; ")));
        settings.put(BILLING, isOnDemand(found) ? ON_DEMAND : PROVISIONED);
        settings.put(TIME_TO_LIVE, timeToLive());
        settings.put(RECOVERY, recovery());
        settings.put(PROTECTION, Boolean.TRUE.equals(found.deletionProtectionEnabled()) ? ON : OFF);
        settings.put(ENCRYPTION, encryption(found));
        return settings;
    }

    /** Such as {@code pk (S), sk (S)}. */
    private static String keys(Collection<KeySchemaElement> keys, Collection<AttributeDefinition> attributes) {
        Map<String, String> types = attributes.stream()
                .collect(Collectors.toMap(
                        AttributeDefinition::attributeName, AttributeDefinition::attributeTypeAsString));
        return keys.stream()
                .map(each -> each.attributeName() + " (" + types.get(each.attributeName()) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String index(
            String name, List<KeySchemaElement> keys, List<AttributeDefinition> attributes, Projection projection) {
        return name + ": " + keys(keys, attributes) + ", " + projection.projectionTypeAsString();
    }

    private static boolean isOnDemand(TableDescription found) {
        return found.billingModeSummary() != null
                && found.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    }

    private String timeToLive() {
        var found = client.describeTimeToLive(r -> r.tableName(name())).timeToLiveDescription();
        return ENABLED.contains(found.timeToLiveStatus()) ? found.attributeName() : OFF;
    }

    /** An emulator may not know the call. */
    private String recovery() {
        try {
            var found =
                    client.describeContinuousBackups(r -> r.tableName(name())).continuousBackupsDescription();
            return found.continuousBackupsStatus() == ContinuousBackupsStatus.ENABLED
                            && found.pointInTimeRecoveryDescription().pointInTimeRecoveryStatus()
                                    == PointInTimeRecoveryStatus.ENABLED
                    ? ON
                    : OFF;
        } catch (DynamoDbException e) {
            if (isUnknownCall(e)) {
                return "unknown";
            }
            throw e;
        }
    }

    private static boolean isUnknownCall(DynamoDbException e) {
        return e.awsErrorDetails() != null && e.awsErrorDetails().errorCode().startsWith("UnknownOperation");
    }

    private static String encryption(TableDescription found) {
        return found.sseDescription() != null && found.sseDescription().sseType() == SSEType.KMS
                ? found.sseDescription().kmsMasterKeyArn()
                : "DynamoDB's own key";
    }

    @Override
    public Set<String> fixed() {
        return Set.of(KEYS, INDEX);
    }

    @Override
    public boolean sets(SchemaDifference difference) {
        return difference.setting().equals(TIME_TO_LIVE);
    }

    @Override
    public void create() {
        CreateTableRequest.Builder definition =
                schema.definition(table).toBuilder().deletionProtectionEnabled(true);
        if (key != null) {
            definition.sseSpecification(
                    s -> s.enabled(true).sseType(SSEType.KMS).kmsMasterKeyId(key));
        }
        client.createTable(definition.build());
        client.waiter().waitUntilTableExists(r -> r.tableName(name()));
        TableSchema.enableTimeToLive(client, name());
        if (recovered) {
            enableRecovery();
        }
    }

    private void enableRecovery() {
        try {
            client.updateContinuousBackups(
                    r -> r.tableName(name()).pointInTimeRecoverySpecification(s -> s.pointInTimeRecoveryEnabled(true)));
        } catch (DynamoDbException e) {
            if (!isUnknownCall(e)) {
                throw e;
            }
        }
    }

    @Override
    public void set() {
        TableSchema.enableTimeToLive(client, name());
    }
}
