/** Stream-Framework as a peer: the Python library with Redis and Celery workers, on the same graph and posts. {@code bench/peers/} sets it up. */
@NullMarked
package io.feedmill.bench.streamframework;

import org.jspecify.annotations.NullMarked;
