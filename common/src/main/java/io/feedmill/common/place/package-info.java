/** Places: posts by country, state and city. */
@NullMarked
package io.feedmill.common.place;

import org.jspecify.annotations.NullMarked;
