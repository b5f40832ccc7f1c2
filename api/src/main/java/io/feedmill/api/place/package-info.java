/** Posts by country, state and city. */
@NullMarked
package io.feedmill.api.place;

import org.jspecify.annotations.NullMarked;
