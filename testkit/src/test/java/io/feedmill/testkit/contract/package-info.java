@NullMarked
package io.feedmill.testkit.contract;

import org.jspecify.annotations.NullMarked;
