/** Feedmill's HTTP API as a client sees it: what the demo does, anyone can do. */
@NullMarked
package io.feedmill.stack.client;

import org.jspecify.annotations.NullMarked;
