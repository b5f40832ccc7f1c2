/** Small lines of what this tab saw in the last ten minutes. */

import { h, svg } from "./dom.js";

export const WINDOW = 600_000;
const WIDTH = 600;
const HEIGHT = 60;

/**
 * Draws a line with its newest and its highest value.
 *
 * @param points pairs of a time in milliseconds and a value; undefined where nothing was seen
 * @param text says a value with its unit
 */
export function chart(title, points, text) {
  const now = Date.now();
  const seen = points.filter(([, value]) => value !== undefined);
  const highest = Math.max(0, ...seen.map(([, value]) => value));
  const newest = points.at(-1)?.[1];
  const place = ([at, value]) =>
    `${(WIDTH * (1 - (now - at) / WINDOW)).toFixed(1)},${(HEIGHT - 2 - (HEIGHT - 4) * (highest ? value / highest : 0)).toFixed(1)}`;
  const summary = seen.length
    ? `now ${newest === undefined ? "unknown" : text(newest)}, highest ${text(highest)}`
    : "not seen yet";
  const lines = runs(points).map((run) => svg("polyline", { points: run.map(place).join(" ") }));
  return h(
    "figure",
    {},
    h("figcaption", {}, h("strong", {}, title), ` ${summary}`),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}, last ten minutes: ${summary}` }, lines),
  );
}

/** The parts between which nothing was seen. */
function runs(points) {
  const all = [[]];
  for (const point of points) {
    if (point[1] === undefined) all.push([]);
    else all.at(-1).push(point);
  }
  return all.filter((run) => run.length > 1);
}
