/** Encoders of table keys: pure functions without AWS types, whose encoded order is the order of the values. */
package io.feedmill.common.key;
