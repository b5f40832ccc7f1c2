/** What an author's posts add up to, and what a post has come to. */
@NullMarked
package io.feedmill.api.counter;

import org.jspecify.annotations.NullMarked;
