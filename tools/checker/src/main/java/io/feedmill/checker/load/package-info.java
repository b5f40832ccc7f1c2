@org.jspecify.annotations.NullMarked
package io.feedmill.checker.load;
