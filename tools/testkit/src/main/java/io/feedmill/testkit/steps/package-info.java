/** Deterministic crashes and hooks: every storage call and every send is a step. */
package io.feedmill.testkit.steps;
