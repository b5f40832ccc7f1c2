package io.feedmill.api.device;

import io.feedmill.api.time.Iso;
import io.feedmill.common.device.DeviceEvent;

/** An event as clients see it. */
record EventResponse(String id, String at, String data) {

    static EventResponse of(DeviceEvent event) {
        return new EventResponse(event.key().event(), Iso.format(event.key().at()), event.data());
    }
}
