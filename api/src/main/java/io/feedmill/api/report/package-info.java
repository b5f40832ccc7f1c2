/** Reports: the list of them, one with its lines, and the wish for another. */
@NullMarked
package io.feedmill.api.report;

import org.jspecify.annotations.NullMarked;
