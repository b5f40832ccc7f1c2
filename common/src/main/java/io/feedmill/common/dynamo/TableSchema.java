package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.Table.Index;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The definition of tables: on demand, string keys, {@code expires} (epoch seconds) as time to live; names begin with the prefix. */
public record TableSchema(String prefix) {
    public static final String PK = "pk";
    public static final String SK = "sk";
    public static final String EXPIRES = "expires";

    /** An emulator may take seconds for its first table. */
    private static final Duration CREATION_TIMEOUT = Duration.ofSeconds(30);

    public String name(Table table) {
        return prefix + table.suffix();
    }

    /** Returns the name without the prefix. */
    String suffix(String name) {
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    /** Creates the missing tables and waits until they are active. Several processes may run it at the same time. */
    public void create(DynamoDbClient client, Collection<Table> tables) {
        tables.forEach(table -> create(client, table));
        for (Table table : tables) {
            client.waiter()
                    .waitUntilTableExists(
                            r -> r.tableName(name(table)).overrideConfiguration(TableSchema::withCreationTimeout));
            enableTimeToLive(client, name(table));
        }
    }

    private void create(DynamoDbClient client, Table table) {
        try {
            client.createTable(definition(table));
        } catch (ResourceInUseException e) {
            // it exists, or another process creates it
        }
    }

    /** Calls about a table that is being created may take long. */
    private static void withCreationTimeout(AwsRequestOverrideConfiguration.Builder call) {
        call.apiCallTimeout(CREATION_TIMEOUT);
    }

    /** How {@link #create} creates the table. An index has all attributes; a row without its sort key is not in it. */
    public CreateTableRequest definition(Table table) {
        List<String> keys = table.hasSortKey() ? List.of(PK, SK) : List.of(PK);
        Index index = table.index();
        Stream<String> indexed = Stream.ofNullable(index).map(Index::attribute);
        CreateTableRequest.Builder definition = CreateTableRequest.builder()
                .tableName(name(table))
                .keySchema(keySchema(keys))
                .attributeDefinitions(Stream.concat(keys.stream(), indexed)
                        .map(TableSchema::string)
                        .toList())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .overrideConfiguration(TableSchema::withCreationTimeout);
        if (index != null && index.local()) {
            definition.localSecondaryIndexes(LocalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(keySchema(List.of(PK, index.attribute())))
                    .projection(p -> p.projectionType(ProjectionType.ALL))
                    .build());
        } else if (index != null) {
            definition.globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(keySchema(List.of(PK, index.attribute())))
                    .projection(p -> p.projectionType(ProjectionType.ALL))
                    .build());
        }
        return definition.build();
    }

    private static List<KeySchemaElement> keySchema(List<String> keys) {
        return keys.stream()
                .map(key -> KeySchemaElement.builder()
                        .attributeName(key)
                        .keyType(key.equals(PK) ? KeyType.HASH : KeyType.RANGE)
                        .build())
                .toList();
    }

    private static AttributeDefinition string(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    /** Sets {@link #EXPIRES} as the table's time to live, unless it has one. */
    public static void enableTimeToLive(DynamoDbClient client, String table) {
        if (hasTimeToLive(client, table)) {
            return;
        }
        try {
            client.updateTimeToLive(r -> r.tableName(table)
                    .timeToLiveSpecification(s -> s.attributeName(EXPIRES).enabled(true))
                    .overrideConfiguration(TableSchema::withCreationTimeout));
        } catch (DynamoDbException e) {
            // DynamoDB refuses to enable what another process has enabled meanwhile
            if (!hasTimeToLive(client, table)) {
                throw e;
            }
        }
    }

    private static boolean hasTimeToLive(DynamoDbClient client, String table) {
        return client.describeTimeToLive(
                                r -> r.tableName(table).overrideConfiguration(TableSchema::withCreationTimeout))
                        .timeToLiveDescription()
                        .attributeName()
                != null;
    }
}
