/** The command line of chaos runs and drills: Feedmill in trouble, and whether all is there afterwards. */
@NullMarked
package io.feedmill.drills;

import org.jspecify.annotations.NullMarked;
