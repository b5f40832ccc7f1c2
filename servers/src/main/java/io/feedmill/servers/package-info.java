/** DynamoDB Local and ElasticMQ as child processes, each on a class path of its own: what tests and the embedded stack run on. */
@NullMarked
package io.feedmill.servers;

import org.jspecify.annotations.NullMarked;
