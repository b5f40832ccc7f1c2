package io.feedmill.api.partition;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.partitions}.
 *
 * @param additionalTables full names of tables that may be listed beside Feedmill's own
 */
@Validated
@ConfigurationProperties("feedmill.partitions")
public record PartitionSettings(@DefaultValue Set<String> additionalTables) {}
