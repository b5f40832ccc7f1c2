/** The HTTP API: a package a feature, nothing but HTTP in it. */
@NullMarked
package io.feedmill.api;

import org.jspecify.annotations.NullMarked;
