/** Ids as they come in from clients. */
@NullMarked
package io.feedmill.api.id;

import org.jspecify.annotations.NullMarked;
