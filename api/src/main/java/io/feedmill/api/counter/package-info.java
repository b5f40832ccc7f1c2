/** What an author's posts add up to. */
@NullMarked
package io.feedmill.api.counter;

import org.jspecify.annotations.NullMarked;
