/** Deterministic crashes and interleavings: every storage call and every send is a step. */
@NullMarked
package io.feedmill.testkit.steps;

import org.jspecify.annotations.NullMarked;
