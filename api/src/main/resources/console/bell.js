/** A bell: how many notifications of a user are new, and on a press the newest ones, which are seen then. */

import { call, path } from "./api.js";
import { bdi, button, h, number, postText, result, svg, time } from "./dom.js";

const SHAPE = "M12 2a6 6 0 0 0-6 6v5l-2 4h16l-2-4V8a6 6 0 0 0-6-6zM9.5 19a2.5 2.5 0 0 0 5 0z";
const NAMES = 3;
const EVENTS = {
  reaction: "reacted to a post",
  mention: "mentioned this user",
  follow: "followed this user",
  request: "asked to follow this user",
};

/** Returns the nodes of the bell, and `tell`, which takes the number of new ones as the API says it. */
export function bellOf(user, signal) {
  const target = path`/v1/users/${user}/notifications`;
  const shown = result();
  const badge = h("span", { class: "badge" });
  const list = h("ol", { class: "news", hidden: true, "aria-label": `Notifications of ${user}` });
  const shape = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPE }));
  const bell = button([shape, badge], shown, async () => {
    list.hidden = !list.hidden;
    bell.setAttribute("aria-expanded", String(!list.hidden));
    if (!list.hidden) await open();
  }, { class: "bell", "aria-expanded": "false" });

  const tell = ({ unseen, more }) => {
    badge.textContent = unseen ? `${number(unseen)}${more ? "+" : ""}` : "";
    bell.setAttribute("aria-label", `Notifications of ${user}: ${badge.textContent || "none"} new`);
  };
  const open = async () => {
    const { items } = await call(target, { query: { limit: 20 }, signal });
    list.replaceChildren(...items.map(entry));
    if (!items.length) return shown.say("No notifications.");
    // What came after this page was read stays new.
    await call(`${target}:seen`, { method: "PUT", body: { until: items[0].at }, signal });
    tell(await call(`${target}:unseen`, { signal }));
  };
  tell({ unseen: 0 });
  return { nodes: [h("p", {}, bell), shown.node, list], tell };
}

function entry({ kind, object, post, actors, more, counts = {}, at, seen }) {
  const names = actors.slice(0, NAMES).map((user, i) => [i > 0 && ", ", bdi(user)]);
  const others = (more || actors.length > NAMES) && " and others";
  const numbers = Object.entries(counts).map(([reaction, count]) => ` · ${number(count)} ${reaction}`);
  return h(
    "li",
    {},
    h("p", { class: "about" }, !seen && h("strong", {}, "New · "), time(at), numbers, post && [" · ", h("a", { href: `#/post/${post.post}` }, "Post")]),
    h("p", { class: "event" }, names, others, " ", EVENTS[kind] ?? [kind, " ", bdi(object)]),
    post && postText(post.text),
  );
}
