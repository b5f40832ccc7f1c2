/** Encoders of table keys: pure functions without AWS types, whose encoded order is the order of the values. */
@NullMarked
package io.feedmill.common.key;

import org.jspecify.annotations.NullMarked;
