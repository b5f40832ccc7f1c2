/** What bounds the load that this process puts on DynamoDB. */
@NullMarked
package io.feedmill.worker.pressure;

import org.jspecify.annotations.NullMarked;
