/** Figures: contenders take turns for some rounds, and what each took is compared within a round. */
@NullMarked
package io.feedmill.bench.measure;

import org.jspecify.annotations.NullMarked;
