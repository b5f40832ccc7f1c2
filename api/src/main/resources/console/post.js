/** A post, its changes in order of time, and how far each is delivered. */

import { call, path, pause, read } from "./api.js";
import { USER, bdi, button, confirmed, facts, field, form, h, number, postText, result, span, table, time } from "./dom.js";
import { has, isService, mayActAs } from "./token.js";

const SOON = 1000;
const LATER = 10_000;
const REASONS = {
  throttled: "writes were throttled",
  "out-of-time": "ran out of time",
  unavailable: "DynamoDB did not answer",
  forbidden: "the worker may not make the call",
};

export const page = { id: "post", title: "Post", scopes: ["feed"], render };

async function render(main, [id, viewer], signal) {
  const post = field("Id of the post", { required: true, value: id });
  const reader = isService() && field("Read as this user (optional)", { ...USER, required: false, value: viewer });
  main.append(
    form([post, reader].filter(Boolean), "Show", () => {
      location.hash = `#/post/${encodeURIComponent(post.value)}${reader?.value ? `/${encodeURIComponent(reader.value)}` : ""}`;
    }),
  );
  if (id) await show(main, id, viewer, signal);
}

async function show(main, id, viewer, signal) {
  const about = h("section", { "aria-label": "The post" });
  const changes = h("section", { "aria-label": "Changes" });
  const failure = result();
  main.append(about, failure.node, changes);
  let asked = viewer;
  let shown;

  const readPost = async () => {
    try {
      const { value, etag } = await read(path`/v1/posts/${id}`, { query: { viewer: asked }, signal });
      // A service reads as nobody: the author sees how far the post is. So does an administrator.
      if (!asked && isService() && !has("admin")) asked = value.author;
      // What somebody is writing stays; the API tells that it is about an older version.
      if (shown && (etag === shown || about.querySelector("details[open]"))) return;
      about.replaceChildren(...describe(value, etag, refresh, signal));
      shown = etag;
    } catch (error) {
      if (error.status !== 410) throw error;
      about.replaceChildren(h("h2", {}, "Retracted"), h("p", {}, "The post was retracted for good: its text is gone."));
    }
  };
  let wake = new AbortController();
  const refresh = () => {
    shown = undefined;
    wake.abort();
  };
  while (!signal.aborted) {
    let open = false;
    try {
      await readPost();
      const jobs = await withSlices(id, await call(path`/v1/posts/${id}/jobs`, { query: { viewer: asked, limit: 100 }, signal }), asked, signal);
      open = jobs.some((job) => job.state !== "COMPLETE");
      // A refresh must not take the focus.
      if (!changes.contains(document.activeElement)) changes.replaceChildren(h("h2", {}, "Changes"), ...timeline(jobs));
      failure.say();
    } catch (error) {
      if (signal.aborted) return;
      failure.fail(error);
      if (error.status >= 400 && error.status < 500 && error.status !== 429) return;
    }
    wake = new AbortController();
    await pause(open ? SOON : LATER, AbortSignal.any([signal, wake.signal])).catch(() => {});
  }
}

/** The list has no slices; the fan-out of each open job has. */
async function withSlices(id, page, viewer, signal) {
  return Promise.all(
    page.items.map((job) =>
      job.pendingSlices ? call(path`/v1/posts/${id}/fanout`, { query: { viewer, job: job.job }, signal }) : job,
    ),
  );
}

function describe(post, etag, refresh, signal) {
  const mine = has("post") && mayActAs(post.author);
  const query = isService() ? { viewer: post.author } : {};
  const done = result();
  const parts = [
    h("h2", {}, "Post of ", bdi(post.author)),
    postText(post.text),
    facts([
      ["Id", post.id],
      ["Published", time(post.createdAt)],
      ["Version", number(post.version)],
      ["Place", post.place && bdi([post.place.city, post.place.state, post.place.country].filter(Boolean).join(", "))],
    ]),
  ];
  if (mine) parts.push(editor(post, etag, query, refresh));
  if (mine || has("admin")) {
    const retract = async () => {
      if (!(await confirmed("Retract this post for good, from all feeds?", "Retract", signal))) return;
      await call(path`/v1/posts/${post.id}`, { method: "DELETE", query: mine ? query : {} });
      refresh();
    };
    parts.push(h("p", {}, button("Retract…", done, retract)), done.node);
  }
  return parts;
}

function editor(post, etag, query, refresh) {
  const text = field("Text of the next version", { multiline: true, rows: 3, required: true, value: post.text });
  const save = form([text], "Save", async () => {
    await call(path`/v1/posts/${post.id}`, {
      method: "PUT",
      query,
      body: { text: text.input.value, ...(post.data && { data: post.data }) },
      headers: { "If-Match": etag },
    });
    refresh();
  });
  return h("details", {}, h("summary", {}, "Edit"), save);
}

/** Jobs in order of time; of those that the caller may not see, only the states. */
function timeline(jobs) {
  const visible = jobs.filter((job) => job.job).sort((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : 1));
  if (!visible.length) {
    const states = jobs.map((job) => job.state.toLowerCase()).join(", ") || "none";
    return [h("p", {}, `States: ${states}. Only the author and administrators see more.`)];
  }
  return [h("ol", { class: "changes" }, visible.map((job) => h("li", {}, change(job))))];
}

function change(job) {
  const title = h("h3", {}, `${job.cause[0].toUpperCase()}${job.cause.slice(1)}: ${job.state.toLowerCase()}`);
  const took = job.completedAt && span((new Date(job.completedAt) - new Date(job.acceptedAt)) / 1000);
  const skippedBy = Object.entries(job.skippedBy ?? {}).map(([reason, n]) => `${number(n)} ${reason}`).join(", ");
  const settled = job.delivered + job.skipped;
  const label = `${number(settled)} of ${number(job.expected)} recipients done`;
  return [
    title,
    job.mode === "on-read"
      ? h("p", {}, "On read: pages read the post from the feed of its author, and nothing is written to home feeds.")
      : h("p", {}, h("progress", { max: Math.max(job.expected, 1), value: job.expected ? settled : Number(Boolean(job.completedAt)), "aria-label": label }), ` ${label}`),
    facts([
      ["Accepted", time(job.acceptedAt)],
      ["Complete", job.completedAt && [time(job.completedAt), ` after ${took}`]],
      ["Delivered", number(job.delivered)],
      ["Skipped", `${number(job.skipped)}${skippedBy && ` (${skippedBy})`}`],
      ["Slices", job.slices ? `${number(job.slices)}, ${number(job.pendingSlices)} pending` : undefined],
      ["Left to", job.supersededBy && `the later change ${job.supersededBy}`],
    ]),
    job.oldestPending &&
      table(
        "Oldest pending slices",
        ["Slice", "Attempt", "Why it was requeued"],
        job.oldestPending.map(({ slice, attempt, reason }) => [slice, attempt, REASONS[reason] ?? reason ?? "never: it waits for a worker"]),
      ),
  ];
}
