/** Whether what Feedmill answers is what was published: pure comparisons, no calls. */
@NullMarked
package io.feedmill.stack.verify;

import org.jspecify.annotations.NullMarked;
