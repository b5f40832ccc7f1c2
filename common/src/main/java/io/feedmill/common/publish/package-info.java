/** Publishing: the one transaction that makes a post, shows it to its author and accepts its fan-out. */
@NullMarked
package io.feedmill.common.publish;

import org.jspecify.annotations.NullMarked;
