/** Encoders of table keys: pure functions without AWS types, whose encoded order is the order of the values. They refuse what is
 * malformed by an {@link java.lang.IllegalArgumentException}. */
package io.feedmill.common.key;
