/** The frame of the console: its pages, what the token offers of them, and what is missing without one. */

import { bdi, field, form, h, result, span } from "./dom.js";
import { page as feed } from "./feed.js";
import { page as overview, watch } from "./overview.js";
import { page as post } from "./post.js";
import { page as reports } from "./reports.js";
import { current, forget, has, isService, keep, parse, takeFromAddress } from "./token.js";
import { page as tryIt } from "./try.js";

const PAGES = [tryIt, post, feed, overview, reports];
const NEED_TOKEN = ["feed", "post", "follow", "reports", "admin"];
const main = document.getElementById("main");
let leaving = new AbortController();
let session = new AbortController();

function start() {
  takeFromAddress();
  session.abort();
  session = new AbortController();
  if (has("admin")) watch(session.signal);
  show();
}

function show() {
  leaving.abort();
  leaving = new AbortController();
  const { token, missing } = current();
  const [id, ...rest] = parts();
  const offered = PAGES.filter((page) => has(...page.scopes));
  // A service begins with the first page, a user with the own feed.
  const first = !isService() && offered.includes(feed) ? feed : offered[0];
  const page = PAGES.find((each) => each.id === id) ?? first;
  frame(token, offered, page);
  main.replaceChildren();
  if (!token) return askForToken(missing);
  if (!page || !offered.includes(page)) return tellScopes(page, token);
  title(page.title);
  render(page, rest, leaving.signal);
}

async function render(page, rest, signal) {
  try {
    await page.render(main, rest, signal);
  } catch (error) {
    if (signal.aborted) return;
    const failure = result();
    failure.fail(error);
    main.append(failure.node);
  }
}

function parts() {
  try {
    return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

function title(text) {
  document.title = `${text} · Feedmill`;
  main.append(h("h1", {}, text));
}

function frame(token, offered, shown) {
  const link = (page) => h("li", {}, h("a", { href: `#/${page.id}`, "aria-current": page === shown && "page" }, page.title));
  document.getElementById("pages").replaceChildren(...(token ? offered.map(link) : []));
  const caller = document.getElementById("caller");
  if (!token) return caller.replaceChildren();
  const leave = h("button", { type: "button", onclick: () => { forget(); start(); } }, "Forget the token");
  caller.replaceChildren(bdi(token.subject), h("span", { id: "expiry" }), leave);
  tellExpiry(token);
}

function tellExpiry(token) {
  document.getElementById("expiry").textContent = ` · expires in ${span((token.expires - Date.now()) / 1000)} `;
}

function askForToken(missing) {
  title("A token is missing");
  const token = field("Token", { required: true, type: "password" });
  const use = form([token], "Use it", () => {
    parse(token.value);
    keep(token.value);
    start();
  });
  main.append(h("p", { role: "alert" }, missing), use, ...howToGet(NEED_TOKEN));
  main.append(h("p", {}, "The token stays in this tab, and ends with it."));
}

function howToGet(scopes) {
  const command = `./feedmill token console --service --scope ${scopes.join(",")}`;
  return [
    h("p", {}, "On a laptop this prints one:"),
    h("pre", { tabindex: 0, role: "group", "aria-label": "Command" }, h("code", {}, command)),
    h("p", {}, "Elsewhere ask those who run this Feedmill for a token of their issuer with these scopes: ", scopes.join(", "), "."),
  ];
}

/** Tells what the token lacks for a page that it does not offer. */
function tellScopes(page, token) {
  title(page?.title ?? "No page for this token");
  const needed = page?.scopes ?? ["feed"];
  const lacks = needed.filter((scope) => !token.scopes.includes(scope));
  main.append(
    h("p", { role: "alert" }, `This page needs a token with the scope${lacks.length > 1 ? "s" : ""} ${lacks.join(", ")}; this one has ${token.scopes.join(", ") || "none"}.`),
    h("p", {}, needed.includes("act-as") ? "Only a service has the scope act-as: it may name any user." : ""),
    ...howToGet(needed.filter((scope) => scope !== "act-as")),
    h("p", {}, "Then forget this token, and use the new one."),
  );
}

document.addEventListener("unauthenticated", (event) => {
  // The answer may be about an earlier token of this tab.
  const { token } = current();
  if (token && token.raw !== event.detail.raw) return;
  forget();
  session.abort();
  leaving.abort();
  frame(undefined, []);
  main.replaceChildren();
  askForToken(event.detail.message);
});
window.addEventListener("hashchange", () => {
  if (location.hash === "#main") return;
  if (takeFromAddress()) start();
  else show();
  main.focus();
});
setInterval(() => {
  const { token } = current();
  if (token) tellExpiry(token);
  else if (document.getElementById("expiry")) start();
}, 15_000);
start();
