/** Calls for operators: they exist only where {@code feedmill.admin.enabled} says so. */
@NullMarked
package io.feedmill.api.admin;

import org.jspecify.annotations.NullMarked;
