package io.feedmill.common.device;

import io.feedmill.common.key.EventKey;

/**
 * What a device reports.
 *
 * @param key its time and its id: an event of the same key is the same event
 */
public record DeviceEvent(EventKey key, String data) {}
