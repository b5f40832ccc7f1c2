/** The contracts of the stores, and the requests that they send, on DynamoDB Local, ElasticMQ and LocalStack. */
@NullMarked
package io.feedmill.contracts;

import org.jspecify.annotations.NullMarked;
