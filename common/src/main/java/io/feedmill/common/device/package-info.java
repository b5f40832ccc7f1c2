/** Devices: what each of them reports, as a log by time. */
@NullMarked
package io.feedmill.common.device;

import org.jspecify.annotations.NullMarked;
