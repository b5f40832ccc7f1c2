@NullMarked
package io.feedmill.testkit;

import org.jspecify.annotations.NullMarked;
