/** How the process stops: the work under way comes to its end in time, and nothing new begins. */
@NullMarked
package io.feedmill.worker.stop;

import org.jspecify.annotations.NullMarked;
