/** The Java client of the API: calls of {@link io.feedmill.client.FeedmillClient}, records of its own, exceptions by problem type. */
@NullMarked
package io.feedmill.client;

import org.jspecify.annotations.NullMarked;
