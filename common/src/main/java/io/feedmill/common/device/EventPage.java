package io.feedmill.common.device;

import io.feedmill.common.key.EventKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events in the order that was asked for.
 *
 * @param next go on behind this one; null: there are no more. A page may be short without being the last
 */
public record EventPage(List<DeviceEvent> events, @Nullable EventKey next) {}
