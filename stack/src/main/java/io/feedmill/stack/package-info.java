/** The embedded stack: emulators, tables and queues, API and worker, each a child process. */
@NullMarked
package io.feedmill.stack;

import org.jspecify.annotations.NullMarked;
