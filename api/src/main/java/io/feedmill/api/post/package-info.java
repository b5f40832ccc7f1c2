/** Posts: publishing and reading them. */
@NullMarked
package io.feedmill.api.post;

import org.jspecify.annotations.NullMarked;
