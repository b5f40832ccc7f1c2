/** Plots as SVG, small enough to be committed, with their words as text: bars of what contenders took, and curves over a load. */
@NullMarked
package io.feedmill.bench.plot;

import org.jspecify.annotations.NullMarked;
