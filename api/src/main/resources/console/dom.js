/** Elements and their texts. Texts become text nodes, never markup. */

/**
 * Makes an element. An attribute `on…` takes a listener; true is an attribute without a value; false and undefined are
 * left out. Children are nodes, texts and lists of them.
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** What a client wrote: its direction concerns nothing around it. */
export function bdi(text) {
  return h("bdi", {}, text);
}

/** The text of a post. A long one scrolls, and the keyboard reaches it. */
export function postText(text) {
  const long = text.length > 600 && { tabindex: 0, role: "group", "aria-label": "Text of the post" };
  return h("p", { class: "text", ...long }, bdi(text));
}

/** A number that clients read in groups of three digits. */
export function number(value) {
  return value.toLocaleString("en");
}

/** A moment in the time zone of the browser; the title has the exact one. */
export function time(iso) {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  const text = today ? at.toLocaleTimeString("en-GB") : at.toLocaleString("en-GB");
  return h("time", { datetime: iso, title: iso }, text);
}

/** Seconds of an ISO 8601 duration of days and less. */
export function seconds(duration) {
  const [, days, hours, minutes, rest] = duration.match(/^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/) ?? [];
  return Number(days ?? 0) * 86400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
}

/** Seconds as people say them. */
export function span(value) {
  if (value < 10) return `${Number(value.toFixed(1))} s`;
  if (value < 120) return `${Math.round(value)} s`;
  return value < 7200 ? `${Math.round(value / 60)} min` : `${Math.round(value / 3600)} h`;
}

/** Facts, each with its name; a fact without a value is left out. */
export function facts(entries) {
  return h(
    "dl",
    { class: "facts" },
    entries
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** A table that scrolls by itself, so that the page does not. Cells are nodes or texts; numbers are aligned to the right. */
export function table(caption, heads, rows) {
  const cell = (value) =>
    typeof value === "number" ? h("td", { class: "number" }, number(value)) : h("td", {}, value);
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell)))),
    ),
  );
}

/** An input with its label. */
export function field(label, attributes = {}) {
  const { multiline, value, ...others } = attributes;
  const input = h(multiline ? "textarea" : "input", { autocomplete: "off", spellcheck: "false", ...others });
  input.value = value ?? "";
  return { input, node: h("label", {}, h("span", {}, label), input), get value() { return input.value.trim(); } };
}

/** The attributes of an input for the id of a user. */
export const USER = { required: true, maxlength: 64, pattern: "[A-Za-z0-9_.\\-]+", title: "1 to 64 of A-Z a-z 0-9 _ . -" };

/** A place for the result of an action; a failure is said at once. */
export function result() {
  const node = h("p", { class: "result", role: "status" });
  return {
    node,
    say(...parts) { node.className = "result"; node.replaceChildren(...parts); },
    fail(error) { node.className = "result failure"; node.replaceChildren(error.message); },
  };
}

/** A form with one action: it runs once at a time, and its failure is shown below. */
export function form(fields, label, action, attributes = {}) {
  const shown = result();
  const button = h("button", {}, label);
  const node = h("form", attributes, fields.map((each) => each.node ?? each), button, shown.node);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    await once(button, shown, () => action(shown));
  });
  return node;
}

/** A button with an action, beside the place that tells its result. */
export function button(label, shown, action, attributes = {}) {
  const node = h("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", () => once(node, shown, () => action(shown)));
  return node;
}

async function once(control, shown, action) {
  if (control.getAttribute("aria-disabled")) return;
  control.setAttribute("aria-disabled", "true");
  shown.say();
  try {
    await action();
  } catch (error) {
    if (error.name !== "AbortError") shown.fail(error);
  } finally {
    control.removeAttribute("aria-disabled");
  }
}

/** Asks before what cannot be undone; resolves to whether it was confirmed. With the signal it is not. */
export function confirmed(question, yes, signal) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": question });
    const close = (answer) => h("button", { onclick: () => dialog.close(answer) }, answer);
    dialog.append(h("p", {}, question), h("p", { class: "buttons" }, close(yes), close("Cancel")));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === yes);
    });
    signal.addEventListener("abort", () => dialog.close(), { once: true });
    document.body.append(dialog);
    dialog.showModal();
  });
}
