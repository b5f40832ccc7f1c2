/** The main job from end to end over HTTP: import a graph, publish, await the fan-out, verify every feed, report. */
@NullMarked
package io.feedmill.local.demo;

import org.jspecify.annotations.NullMarked;
