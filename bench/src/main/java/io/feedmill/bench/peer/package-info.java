/** The ways in which people fan out today, as well made as they are there: who delivers by them, and how fast. */
@NullMarked
package io.feedmill.bench.peer;

import org.jspecify.annotations.NullMarked;
