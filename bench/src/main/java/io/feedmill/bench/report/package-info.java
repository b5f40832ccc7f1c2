/** What a run leaves: tables on the screen, JSON for scripts, and a page with plots that says on what machine. */
@NullMarked
package io.feedmill.bench.report;

import org.jspecify.annotations.NullMarked;
