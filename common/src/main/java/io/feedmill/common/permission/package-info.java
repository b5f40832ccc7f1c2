/** Permissions: who may read a post. */
@NullMarked
package io.feedmill.common.permission;

import org.jspecify.annotations.NullMarked;
