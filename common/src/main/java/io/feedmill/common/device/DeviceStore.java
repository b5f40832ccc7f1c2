package io.feedmill.common.device;

import io.feedmill.common.storage.StorageException;
import java.util.List;

/** What devices report. Thread-safe. */
public interface DeviceStore {

    /**
     * Stores those events whose keys are free; the others are duplicates and change nothing. Of two events of one key in the list the first counts. Two calls
     * that bring one key at the same moment may both store it.
     *
     * @return how many were stored
     * @throws StorageException if it came to no end; some may be stored, and doing it again does no harm
     */
    int append(String device, List<DeviceEvent> events);

    /** A page by one Query of a span that is not empty; the first is strongly consistent, further ones are not. */
    EventPage page(EventRequest request);
}
