package io.feedmill.chaos.scenario;

import java.time.Duration;

/**
 * How the workers were at a time.
 *
 * @param at since the drill began
 * @param ready workers that say so
 * @param down workers that say that they are not alive
 * @param polls requests for messages until then
 * @param posts posts answered until then
 */
record Sample(Duration at, int ready, int down, long polls, int posts) {}
