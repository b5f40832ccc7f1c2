/** What a chaos run should have brought about, and what no client sees of it: ledger, dead letters. Pure. */
@NullMarked
package io.feedmill.drills.chaos.check;

import org.jspecify.annotations.NullMarked;
