/** A proxy that stands between AWS clients and DynamoDB Local, ElasticMQ or LocalStack, and injects faults by a seeded script. */
@NullMarked
package io.feedmill.faults;

import org.jspecify.annotations.NullMarked;
