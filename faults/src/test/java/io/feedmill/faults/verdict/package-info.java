@NullMarked
package io.feedmill.faults.verdict;

import org.jspecify.annotations.NullMarked;
