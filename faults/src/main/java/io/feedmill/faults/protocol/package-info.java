/** What DynamoDB and SQS send and answer in their JSON protocols, as far as faults need it. */
@NullMarked
package io.feedmill.faults.protocol;

import org.jspecify.annotations.NullMarked;
