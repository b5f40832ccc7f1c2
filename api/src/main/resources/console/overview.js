/** Workers, queues, open rows, pressure and breakers; lines of the last ten minutes; dead-letter messages. */

import { call, path, pause } from "./api.js";
import { WINDOW, chart } from "./chart.js";
import { bdi, button, confirmed, facts, h, number, result, seconds, span, table, time } from "./dom.js";
import { has } from "./token.js";

const EVERY = 5000;
/** Seconds after which a worker that has not reported is taken for ended: each start is a new one. */
const SILENT = 60;
/** Looks over which growth is measured: a worker reports each 5 s. */
const LOOKS = 4;
const POSTS = 10;

export const page = { id: "overview", title: "Overview", scopes: ["admin"], render };

/** What this tab has seen. It goes on while other pages are shown. */
const seen = { samples: [], workers: undefined, looks: [], posts: [], failure: undefined, changed: new EventTarget() };

/** Samples until the signal. */
export async function watch(signal) {
  while (!signal.aborted) {
    const sample = { at: Date.now() };
    try {
      const workers = await call("/v1/admin/workers", { signal });
      const look = { at: sample.at, workers: workers.items };
      sample.rate = rate(look, seen.looks[0]);
      seen.looks = [...seen.looks, look].slice(-LOOKS);
      seen.workers = workers;
      seen.failure = undefined;
      const running = runningOf(workers);
      sample.backlog = sum(running.flatMap((worker) => Object.values(worker.open)));
      sample.delay = Math.max(0, ...running.flatMap((worker) => Object.values(worker.waits)).map(seconds));
      seen.posts = await newest(running, signal);
    } catch (error) {
      if (signal.aborted) return;
      seen.failure = error;
    }
    seen.samples = [...seen.samples.filter(({ at }) => at > sample.at - WINDOW), sample];
    seen.changed.dispatchEvent(new Event("sample"));
    await pause(EVERY, signal).catch(() => {});
  }
}

const runningOf = (workers) => workers.items.filter((worker) => seconds(worker.age) < SILENT);
const sum = (values) => values.reduce((all, value) => all + value, 0);

/** Deliveries a second: of each worker between two of its reports. One that is new since the earlier look began at 0; one that has not reported since counts as 0. */
function rate(look, earlier) {
  if (!earlier) return undefined;
  return sum(look.workers.map((now) => {
    const before = earlier.workers.find(({ worker }) => worker === now.worker);
    const took = before ? Date.parse(now.at) - Date.parse(before.at) : look.at - earlier.at;
    return took > 0 ? (1000 * (now.deliveries - (before?.deliveries ?? 0))) / took : 0;
  }));
}

/** Pairs of the id of a post that a worker has delivered a part of, and its fan-out; the newest first. Ids sort by time. */
async function newest(running, signal) {
  if (!has("feed")) return [];
  const ids = [...new Set(running.flatMap((worker) => worker.newest))].sort().reverse().slice(0, POSTS);
  const posts = await Promise.all(ids.map(async (id) => {
    const known = seen.posts.find(([post]) => post === id);
    if (known?.[1].state === "COMPLETE") return known;
    return [id, await call(path`/v1/posts/${id}/fanout`, { signal }).catch((error) => {
      if (error.status !== 404 && error.status !== 410) throw error;
    })];
  }));
  return posts.filter(([, job]) => job);
}

function render(main, rest, signal) {
  const lines = h("div", { class: "columns" });
  const now = h("div");
  const failure = result();
  const draw = () => {
    const points = (key) => seen.samples.map((sample) => [sample.at, sample[key]]);
    lines.replaceChildren(
      chart("Deliveries a second", points("rate"), (value) => number(Math.round(value * 10) / 10)),
      chart("Backlog, open rows", points("backlog"), number),
      chart("Delay, longest wait", points("delay"), span),
    );
    if (seen.failure) failure.fail(seen.failure);
    else failure.say();
    // A sample must not take the focus or the scrolled place.
    if (seen.workers && !now.contains(document.activeElement)) now.replaceChildren(...describe(seen.workers).filter(Boolean));
  };
  seen.changed.addEventListener("sample", draw, { signal });
  main.append(
    h("section", { "aria-labelledby": "lines" }, h("h2", { id: "lines" }, "The last ten minutes, as this tab saw them"), lines),
    failure.node,
    now,
    deadLetters(signal),
  );
  draw();
}

function describe(workers) {
  const { items, completeUntil, age } = workers;
  const running = runningOf(workers);
  const open = merged(running.map((worker) => worker.open), (a, b) => a + b);
  const waits = merged(running.map((worker) => worker.waits), (a, b) => (seconds(a) > seconds(b) ? a : b));
  const named = (values, text) => Object.entries(values).map(([name, value]) => `${name} ${text(value)}`).join(", ") || "none";
  const rate = (worker) => (worker.rate === undefined ? "unlimited" : `${number(worker.rate)} units/s`);
  return [
    h("h2", {}, "Workers"),
    facts([
      ["Home feeds are complete until", completeUntil ? [time(completeUntil), `, ${span(seconds(age))} ago`] : "unknown"],
      ["Open outbox rows that wait for long", named(open, number)],
      ["Longest wait by queue", named(waits, (wait) => span(seconds(wait)))],
    ]),
    items.length
      ? table(
          "Workers of the last hour",
          ["Worker", "Seen", "Version", "Writes to home feeds", "Breakers", "Waits", "Open rows"],
          items.map((worker) => [
            bdi(worker.worker),
            `${span(seconds(worker.age))} ago`,
            worker.version,
            rate(worker),
            named(worker.breakers, String),
            named(worker.waits, (wait) => span(seconds(wait))),
            named(worker.open, number),
          ]),
        )
      : h("p", {}, "No worker reported in the last hour: is one running?"),
    seen.posts.length > 0 &&
      table(
        "Newest posts that workers deliver",
        ["Post", "State", "Delivered", "Skipped", "Accepted"],
        seen.posts.map(([id, job]) => [h("a", { href: `#/post/${id}` }, id), job.state.toLowerCase(), job.delivered, job.skipped, time(job.acceptedAt)]),
      ),
  ];
}

function merged(all, join) {
  const result = {};
  for (const [name, value] of all.flatMap(Object.entries)) {
    result[name] = name in result ? join(result[name], value) : value;
  }
  return result;
}

function deadLetters(signal) {
  const list = h("div");
  const shown = result();
  const count = button("Count messages", shown, async () => {
    shown.say("Counting takes some seconds…");
    const { items, complete, hidden } = await call("/v1/admin/dead-letters", { signal });
    list.replaceChildren(...(items.length ? [groups(items, signal)] : []));
    const rest = `${complete ? "" : " There may be more: the count ended early."}${hidden ? ` About ${hidden} more are in use by another call.` : ""}`;
    shown.say(`Dead-letter messages: ${number(sum(items.map((group) => group.count)))}.${rest}`);
  });
  return h("section", { "aria-labelledby": "dead" },
    h("h2", { id: "dead" }, "Dead-letter messages"),
    h("p", {}, "Messages that no worker could handle. While they are counted or redriven, other calls do not see them."),
    h("p", {}, count), shown.node, list);
}

function groups(items, signal) {
  return table(
    "Dead-letter messages by queue and reason",
    ["Queue", "Reason", "Count", "Oldest", "Redrive"],
    items.map((group) => {
      const done = result();
      const name = `${group.queue}, ${group.reason}`;
      const dry = button("Dry run", done, async () => {
        const { matched } = await redrive(group, true, signal);
        done.say(`Would move ${number(matched)}.`);
      }, { "aria-label": `Dry run of ${name}` });
      const real = button("Redrive…", done, async () => {
        if (!(await confirmed(`Send ${number(group.count)} messages of ${name} to their queue again?`, "Redrive", signal))) return;
        done.say("Redriving…");
        const { moved, complete } = await redrive(group, false, signal);
        done.say(`Moved ${number(moved)}${complete ? "" : "; some are left"}.`);
      }, { "aria-label": `Redrive ${name}` });
      return [group.queue, bdi(group.reason), group.count, [time(group.oldestAt), `, ${span(seconds(group.oldestAge))} ago`], [dry, " ", real, done.node]];
    }),
  );
}

/** Repeats the call with the `before` of its first answer until it is complete, or moves nothing. */
async function redrive({ queue, reason }, dryRun, signal) {
  const all = { matched: 0, moved: 0 };
  for (let before; ; ) {
    // The queue and the verb are one part of the path.
    const answer = await call(`/v1/admin/dead-letters/${encodeURIComponent(queue)}:redrive`, {
      method: "POST",
      signal,
      body: { dryRun, reason, ...(before && { before }) },
    });
    all.matched += answer.matched;
    all.moved += answer.moved;
    before = answer.before;
    if (answer.complete || dryRun || !answer.moved) return { ...all, complete: answer.complete };
  }
}
