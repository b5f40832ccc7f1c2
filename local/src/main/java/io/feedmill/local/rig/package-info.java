/** Feedmill with faults: workers and an API that are killed and started again, behind proxies that disturb what they do. */
@NullMarked
package io.feedmill.local.rig;

import org.jspecify.annotations.NullMarked;
