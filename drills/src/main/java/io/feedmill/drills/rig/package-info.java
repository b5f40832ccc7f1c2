/** Feedmill with faults: workers and an API that are killed and started again, behind proxies that disturb what they do. */
@NullMarked
package io.feedmill.drills.rig;

import org.jspecify.annotations.NullMarked;
