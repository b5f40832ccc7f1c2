/** The home feed of a user, whom the user follows, and why a post is in the feed or is not. */

import { call, pages, path } from "./api.js";
import { USER, bdi, button, field, form, h, result } from "./dom.js";
import { article, liveFeed } from "./stream.js";
import { current, has, isService } from "./token.js";

const SKIPPED = {
  "not-following": "the user does not follow the author now",
  "not-permitted": "the user may not read the post",
  gone: "the post was retracted",
  blocked: "one of the two users blocks the other",
};
const STATES = {
  delivered: "Delivered: the home feed has the post.",
  "on-read": "On read: pages read the post from the feed of its author.",
  pending: "Pending: the fan-out has not come to this user yet.",
  "not-a-recipient": "Not a recipient: the user did not follow the author when the post was published, or never did.",
  expired: "Expired: the post is older than items of home feeds are kept.",
};

export const page = { id: "feed", title: "Feed", scopes: ["feed"], render };

function render(main, [asked], signal) {
  const user = asked ?? (isService() ? undefined : current().token.subject);
  if (isService()) {
    const name = field("User", { ...USER, value: user });
    main.append(form([name], "Show", () => { location.hash = `#/feed/${encodeURIComponent(name.value)}`; }));
  }
  if (!user) return;
  const { shown, older } = posts(user, signal);
  main.append(
    h("div", { class: "columns wide" },
      h("section", { "aria-label": "Home feed" }, h("h2", {}, "Home feed of ", bdi(user)), shown, older),
      h("div", {}, why(user), has("follow") && follows(user, signal))),
  );
}

/** The newest posts, live, and below them the older ones that were asked for. */
function posts(user, signal) {
  const list = h("ol", { class: "feed" });
  const done = result();
  let next;
  const more = button("Older posts", done, async () => {
    const page = await call(path`/v1/feeds/home/${user}`, { query: { cursor: next }, signal });
    const first = page.items.map(article);
    list.append(...first);
    follow(page);
    done.say(first.length ? `${first.length} older posts.` : "No older posts.");
  });
  const follow = (page) => {
    next = page.next;
    more.hidden = !next;
  };
  const shown = liveFeed(user, signal, {
    page(page) {
      list.replaceChildren();
      follow(page);
    },
    left: (item) => list.prepend(article(item)),
  });
  return { shown, older: [list, h("p", {}, more), done.node] };
}

function why(user) {
  const post = field("Id of a post", { required: true });
  const ask = form([post], "Ask", async (shown) => {
    const target = path`/v1/posts/${post.value}/fanout/${user}`;
    // An administrator reads every post, another service as nobody, or as the user.
    const answer = await call(target).catch((error) => {
      if (error.status !== 404 || !isService() || has("admin")) throw error;
      return call(target, { query: { viewer: user } });
    });
    shown.say(answer.state === "skipped" ? `Skipped: ${SKIPPED[answer.reason] ?? answer.reason}.` : (STATES[answer.state] ?? answer.state));
  });
  return h("section", {}, h("h2", {}, "Why is a post here, or not?"), ask);
}

function follows(user, signal) {
  const list = h("ul", { class: "names" });
  const done = result();
  let walk;
  const more = button("More", done, async () => {
    const page = await walk();
    list.append(...page.items.map(row));
    more.hidden = !page.next;
    done.say(list.children.length ? "" : "No follows.");
  });
  const row = (author) => {
    const node = h("li", {}, bdi(author), " ");
    const end = async () => {
      await call(path`/v1/users/${user}/following/${author}`, { method: "DELETE" });
      node.remove();
      done.say("Unfollowed ", bdi(author), ".");
    };
    node.append(button("Unfollow", done, end, { "aria-label": `Unfollow ${author}` }));
    return node;
  };
  const start = () => {
    list.replaceChildren();
    walk = pages(path`/v1/users/${user}/following`, { query: { limit: 50 }, signal });
    more.click();
  };
  const author = field("Author", USER);
  const add = form([author], "Follow", async (shown) => {
    await call(path`/v1/users/${user}/following/${author.value}`, { method: "PUT" });
    shown.say("Following, or asked to, if the author decides who follows.");
    start();
  });
  start();
  return h("section", {}, h("h2", {}, "Follows"), add, list, more, done.node);
}
