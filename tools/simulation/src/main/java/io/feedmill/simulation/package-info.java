@org.jspecify.annotations.NullMarked
package io.feedmill.simulation;
