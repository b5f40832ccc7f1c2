/** Whether what the worker depends on answers, and what it says about that. */
@NullMarked
package io.feedmill.worker.health;

import org.jspecify.annotations.NullMarked;
