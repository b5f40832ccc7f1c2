/** The contracts of the stores. The fakes and the DynamoDB stores pass the same tests. */
package io.feedmill.testkit.contract;
