/** Counting views: groups of a batch, each recorded in one transaction. */
@NullMarked
package io.feedmill.worker.view;

import org.jspecify.annotations.NullMarked;
