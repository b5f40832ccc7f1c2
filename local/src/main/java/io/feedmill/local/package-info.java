/** The launcher's command line: the embedded stack, and the demo on it. */
@NullMarked
package io.feedmill.local;

import org.jspecify.annotations.NullMarked;
