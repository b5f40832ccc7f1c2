/** What the driver is told and says, without Python. */
@NullMarked
package io.feedmill.bench.streamframework;

import org.jspecify.annotations.NullMarked;
