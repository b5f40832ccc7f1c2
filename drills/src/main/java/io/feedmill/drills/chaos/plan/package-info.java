/** What a seed makes of a chaos run: who follows whom and when, who writes, what is disturbed, who is killed. Pure. */
@NullMarked
package io.feedmill.drills.chaos.plan;

import org.jspecify.annotations.NullMarked;
