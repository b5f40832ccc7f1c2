/** What every implementation of a store has to do, the fake and the one in DynamoDB alike. */
package io.feedmill.testkit.contract;
