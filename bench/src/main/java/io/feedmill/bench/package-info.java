/** The bench: Feedmill, the ways in which people do its job today, and the bare limit, side by side in one run. */
@NullMarked
package io.feedmill.bench;

import org.jspecify.annotations.NullMarked;
