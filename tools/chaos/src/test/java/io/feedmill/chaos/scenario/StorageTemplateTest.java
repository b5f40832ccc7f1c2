package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedRows;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The settings of tables in {@code storage.yaml} that moto does not keep, so that {@code schema check} cannot compare them there. */
class StorageTemplateTest {
    private static final String TIME_TO_LIVE = "TimeToLiveSpecification";
    private static final String RECOVERY = "PointInTimeRecoverySpecification";

    @Test
    void eachTableExpiresItems() throws IOException {
        assertThat(tables())
                .hasSameSizeAs(CommonConfiguration.tables())
                .allSatisfy(table -> assertThat(table.at(TIME_TO_LIVE).values().map(Template::text))
                        .containsExactlyInAnyOrder(TableSchema.EXPIRES, "true"));
    }

    @Test
    void allTablesButHomesCanBeRecovered() throws IOException {
        String homes = "${Prefix}" + FeedRows.HOMES.suffix();
        Predicate<Template> recovered = table -> table.has(RECOVERY);
        assertThat(tables().stream().filter(recovered.negate()).map(StorageTemplateTest::name))
                .containsExactly(homes);
        assertThat(tables().stream().filter(recovered))
                .allSatisfy(table -> assertThat(
                                table.at(RECOVERY, "PointInTimeRecoveryEnabled").text())
                        .isEqualTo("PointInTimeRecovery"));
        assertThat(Template.read("storage.yaml")
                        .at("Parameters", "PointInTimeRecovery", "Default")
                        .text())
                .isEqualTo("true");
    }

    private static List<Template> tables() throws IOException {
        Stream<Template> resources =
                Template.read("storage.yaml").at("Resources").values();
        return resources
                .filter(resource -> resource.at("Type").text().equals("AWS::DynamoDB::Table"))
                .map(table -> table.at("Properties"))
                .toList();
    }

    private static String name(Template table) {
        return table.at("TableName").text();
    }
}
