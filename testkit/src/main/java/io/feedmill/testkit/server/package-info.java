/** The stores in a real DynamoDB: DynamoDB Local or LocalStack, one of each for a JVM. */
@NullMarked
package io.feedmill.testkit.server;

import org.jspecify.annotations.NullMarked;
