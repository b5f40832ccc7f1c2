/** Tells what a proxy has injected. */
@NullMarked
package io.feedmill.local.inject;

import org.jspecify.annotations.NullMarked;
