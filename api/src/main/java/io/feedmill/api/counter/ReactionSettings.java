package io.feedmill.api.counter;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.reactions}.
 *
 * @param kinds kinds of reactions that users may add, 1 to 50, each 1 to 32 characters from {@code a-z 0-9 -}. Stored ones of other kinds stay.
 *     Each kind is an attribute of its post's counters, whose updates cost by their size
 */
@Validated
@ConfigurationProperties("feedmill.reactions")
public record ReactionSettings(
        @DefaultValue({"like", "love", "laugh", "sad", "angry"}) @Size(min = 1, max = 50) Set<@Pattern(regexp = "[a-z0-9-]{1,32}") String> kinds) {}
