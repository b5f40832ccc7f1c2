/** A store that takes feed items at once and computes followers, as a process of its own before DynamoDB Local: what a client costs alone. */
@NullMarked
package io.feedmill.bench.stub;

import org.jspecify.annotations.NullMarked;
