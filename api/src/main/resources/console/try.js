/** Publish as one user, and watch the home feeds of three followers. */

import { call, path } from "./api.js";
import { USER, bdi, field, form, h, result, span } from "./dom.js";
import { liveFeed } from "./stream.js";

const FOLLOWERS = ["try-ben", "try-cleo", "try-dan"];

export const page = { id: "try", title: "Try it", scopes: ["feed", "post", "follow", "act-as"], render };

function render(main, rest, signal) {
  const author = field("Author", { ...USER, value: "try-ann" });
  const followers = FOLLOWERS.map((name, i) => field(`Follower ${i + 1}`, { ...USER, value: name }));
  const stage = h("div");
  let before = new AbortController();
  const start = form([author, ...followers], "Follow and listen", async () => {
    before.abort();
    before = new AbortController();
    const names = followers.map((each) => each.value);
    for (const name of names) {
      await call(path`/v1/users/${name}/following/${author.value}`, { method: "PUT" });
    }
    stage.replaceChildren(...show(author.value, names, AbortSignal.any([signal, before.signal])));
  });
  main.append(
    h("p", {}, "Three users follow an author. What the author publishes arrives in their home feeds."),
    start,
    stage,
  );
}

function show(author, followers, signal) {
  const arrived = new Map();
  const waits = result();
  let sent;

  const tell = () => {
    if (!sent?.post) return;
    const times = [...arrived.entries()].filter(([key]) => key.startsWith(sent.post)).map(([, at]) => at - sent.at);
    const link = h("a", { href: `#/post/${sent.post}` }, "See the post");
    const last = times.length ? `, the last after ${span(Math.max(...times) / 1000)}` : "";
    waits.say(`Arrived in ${times.length} of ${followers.length} feeds${last}. `, link);
  };
  const columns = followers.map((user) => {
    const put = (item) => {
      const key = `${item.post} ${user}`;
      if (!arrived.has(key)) arrived.set(key, performance.now());
      tell();
    };
    return h("section", { "aria-label": `Feed of ${user}` }, h("h3", {}, bdi(user)), liveFeed(user, signal, { put, page: ({ items }) => items.forEach(put) }));
  });
  const text = field("Text", { multiline: true, rows: 3, required: true });
  // One key until the call succeeds: a second press after a lost answer publishes nothing twice.
  let key;
  text.input.addEventListener("input", () => { key = undefined; });
  const publish = form([text], "Publish", async () => {
    sent = { at: performance.now() };
    key ??= [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const post = await call("/v1/posts", {
      method: "POST",
      body: { author, text: text.input.value },
      headers: { "Idempotency-Key": key },
    });
    key = undefined;
    sent.post = post.id;
    text.input.value = "";
    tell();
  });
  return [
    h("h2", {}, "Publish as ", bdi(author)),
    publish,
    waits.node,
    h("div", { class: "columns" }, columns),
  ];
}
