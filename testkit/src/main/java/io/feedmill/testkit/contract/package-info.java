/** What every implementation of a store has to do, the fake and the one in DynamoDB alike. */
@NullMarked
package io.feedmill.testkit.contract;

import org.jspecify.annotations.NullMarked;
