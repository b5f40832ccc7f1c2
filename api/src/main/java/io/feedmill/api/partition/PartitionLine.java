package io.feedmill.api.partition;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ScanMethod;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line of the answer. */
sealed interface PartitionLine {

    /** The first: how the table is read, and why. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Method(String method, @Nullable String index, String reason) implements PartitionLine {
        static Method of(ScanMethod method, @Nullable String index, String reason) {
            return new Method(method.name().toLowerCase(Locale.ROOT), index, reason);
        }
    }

    /** A partition key as DynamoDB writes it: its type and its value, bytes in base64. */
    record Partition(Map<String, String> partition) implements PartitionLine {
        static Partition of(KeyValue key) {
            return new Partition(Map.of(key.type().name(), key.text()));
        }
    }

    /**
     * How far it has come; the last line is one, too.
     *
     * @param found partitions, earlier calls included; so are the read units
     * @param next goes on behind all lines before this one; null, and absent, only at the end
     * @param problem why this is the last line although it is not the end: the type of a problem; null where nothing is wrong
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Progress(
            long found,
            double readUnits,
            @Nullable String next,
            @Nullable String problem) implements PartitionLine {}
}
