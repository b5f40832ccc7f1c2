/** A home feed that stays as the API shows it. */

import { live } from "./api.js";
import { bellOf } from "./bell.js";
import { bdi, h, postText, time } from "./dom.js";

/** An item of a feed. */
export function article(item) {
  const about = [bdi(item.author), " · ", time(item.createdAt), item.version > 1 && ` · version ${item.version}`];
  const via = item.via === "announcement" && " · announcement";
  return h(
    "li",
    { "data-post": item.post },
    h("p", { class: "about" }, about, via, " · ", h("a", { href: `#/post/${item.post}` }, "Post")),
    postText(item.text),
  );
}

/**
 * Shows the newest items of a user's home feed, live until the signal, below the user's bell.
 *
 * @param on `page` takes each first page, `put` each new or changed item, `left` an item that newer ones have pushed out
 */
export function liveFeed(user, signal, on = {}) {
  const status = h("p", { class: "live", role: "status" }, "Connecting.");
  const empty = h("p", { hidden: true }, "No posts. Feedmill does not know whether this user exists: the feed of an unknown user is empty.");
  const list = h("ol", { class: "feed" });
  const shown = new Map();
  const bell = bellOf(user, signal);

  const newer = (a, b) => (a.createdAt === b.createdAt ? a.post > b.post : a.createdAt > b.createdAt);
  const drop = (post) => {
    const old = shown.get(post);
    old?.node.remove();
    shown.delete(post);
    return old;
  };
  const put = (item) => {
    drop(item.post);
    const next = [...list.children].find((node) => newer(item, shown.get(node.dataset.post).item));
    const node = article(item);
    list.insertBefore(node, next ?? null);
    shown.set(item.post, { item, node });
  };
  const count = () => { empty.hidden = shown.size > 0; };

  live(
    user,
    {
      state(isLive, text) {
        status.className = isLive ? "live" : "live cut";
        status.textContent = text;
      },
      page(page) {
        [...shown.keys()].forEach(drop);
        page.items.forEach(put);
        count();
        on.page?.(page);
      },
      put(item) {
        put(item);
        count();
        on.put?.(item);
      },
      remove({ post, reason }) {
        const old = drop(post);
        count();
        if (old && reason === "older") on.left?.(old.item);
      },
      unseen: bell.tell,
    },
    signal,
  );
  return [bell.nodes, status, empty, list];
}
