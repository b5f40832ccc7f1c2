package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.Poison;
import java.util.List;

/**
 * What was done to Feedmill.
 *
 * @param killedBeforeSend API processes that were killed while they sent the plan of a post; they count among those killed
 */
record Deeds(int workersKilled, int apisKilled, int killedBeforeSend, List<Poison> poison) {}
