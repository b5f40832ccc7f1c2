/** Devices: appending to their logs and reading them. */
@NullMarked
package io.feedmill.api.device;

import org.jspecify.annotations.NullMarked;
