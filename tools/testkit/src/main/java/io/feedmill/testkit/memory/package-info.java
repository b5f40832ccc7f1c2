@org.jspecify.annotations.NullMarked
package io.feedmill.testkit.memory;
