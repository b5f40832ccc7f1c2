/** Posts as documents: metadata, versions and permissions. */
@NullMarked
package io.feedmill.api.document;

import org.jspecify.annotations.NullMarked;
