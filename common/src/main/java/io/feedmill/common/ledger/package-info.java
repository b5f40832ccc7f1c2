/** What happened, for reports: append-only, by quarter hour. */
@NullMarked
package io.feedmill.common.ledger;

import org.jspecify.annotations.NullMarked;
