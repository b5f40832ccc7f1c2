/** The stores in real servers: DynamoDB Local and ElasticMQ, or LocalStack, one of each for a JVM. */
@NullMarked
package io.feedmill.testkit.server;

import org.jspecify.annotations.NullMarked;
