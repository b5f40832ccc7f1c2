/** Reports over the ledger: what has been reported, who may report, and the reports themselves. */
@NullMarked
package io.feedmill.common.report;

import org.jspecify.annotations.NullMarked;
