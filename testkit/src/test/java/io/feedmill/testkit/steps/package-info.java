@NullMarked
package io.feedmill.testkit.steps;

import org.jspecify.annotations.NullMarked;
