/** The reports, and their lines by author. */

import { call, pages, path } from "./api.js";
import { bdi, button, facts, h, number, result, table, time } from "./dom.js";

export const page = { id: "reports", title: "Reports", scopes: ["reports"], render };

const price = (dollars) => `$${dollars.toFixed(6)}`;

async function render(main, [id], signal) {
  const shown = result();
  if (id) await report(main, id, shown, signal);
  else await list(main, shown, signal);
}

async function list(main, shown, signal) {
  const run = button("Request a report", shown, async () => {
    const { id } = await call("/v1/reports:run", { method: "POST" });
    // Before a worker has looked for reports for the first time nobody knows the id.
    const report = id ? h("a", { href: `#/reports/${id}` }, `report ${id}`) : "the report";
    shown.say("Requested: ", report, " appears when a worker has made it.");
  });
  const rows = h("div");
  const row = ({ id, from, to, authors, posts, deliveries, price: cost }) => [
    h("a", { href: `#/reports/${id}` }, id), time(from), time(to), authors, posts, deliveries, price(cost),
  ];
  const heads = ["Report", "From", "To", "Authors", "Posts", "Deliveries", "Price"];
  main.append(h("p", {}, run), shown.node, rows);
  await grown(rows, pages("/v1/reports", { query: { limit: 50 }, signal }), "Reports, newest first", heads, row, "No report was made yet.");
}

async function report(main, id, shown, signal) {
  const about = h("div");
  const rows = h("div");
  main.append(h("p", {}, h("a", { href: "#/reports" }, "All reports")), about, rows, shown.node);
  const walk = pages(path`/v1/reports/${id}`, { query: { limit: 100 }, signal });
  const row = (line) => [bdi(line.author), line.posts, line.deliveries, line.views, line.retractions, line.writeUnits, price(line.price)];
  const heads = ["Author", "Posts", "Deliveries", "Views", "Retractions", "Write units", "Price"];
  const none = "No lines: no author did anything, or they have expired.";
  const first = await grown(rows, walk, "Lines by author", heads, row, none);
  const totals = first.report;
  about.append(
    h("h2", {}, `Report ${totals.id}`),
    facts([
      ["From", time(totals.from)],
      ["To", time(totals.to)],
      ["Made", time(totals.createdAt)],
      ["Authors", number(totals.authors)],
      ["Posts", number(totals.posts)],
      ["Deliveries", number(totals.deliveries)],
      ["Views", number(totals.views)],
      ["Retractions", number(totals.retractions)],
      ["Write units", number(totals.writeUnits)],
      ["Read units", number(totals.readUnits)],
      ["Price", price(totals.price)],
    ]),
  );
}

/** A table that grows by a page of a list at a time; returns the first page. */
async function grown(place, walk, caption, heads, row, none) {
  const shown = result();
  const items = [];
  const next = async () => {
    const page = await walk();
    items.push(...page.items.map(row));
    place.replaceChildren(items.length ? table(caption, heads, items) : h("p", {}, none), ...(page.next ? [more] : []), shown.node);
    return page;
  };
  const more = button("More", shown, next);
  return next();
}
