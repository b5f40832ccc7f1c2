/** What the bench promises, each a ratio within one run. */
@NullMarked
package io.feedmill.bench.goal;

import org.jspecify.annotations.NullMarked;
