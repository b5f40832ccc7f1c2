/** The beans that API and worker share. */
@NullMarked
package io.feedmill.common.config;

import org.jspecify.annotations.NullMarked;
