/** What single calls of ours cost, by JMH, and what a running process has allocated and holds. */
@NullMarked
package io.feedmill.bench.micro;

import org.jspecify.annotations.NullMarked;
