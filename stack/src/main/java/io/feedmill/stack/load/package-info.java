/** What the demo, chaos runs and drills do to a Feedmill: import a graph, wait for fan-outs, and add up how long they took. */
@NullMarked
package io.feedmill.stack.load;

import org.jspecify.annotations.NullMarked;
