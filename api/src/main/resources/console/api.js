/** The calls of the API that served this page. */

import { current } from "./token.js";

const SILENCE = 25_000;
const MAX_WAIT = 15_000;

/** Why a call failed, in the words of the API. */
export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(`${body.title ?? `Status ${status}`}. ${body.detail ?? ""}`.trim());
    this.status = status;
    this.retryAfter = retryAfter;
  }

  static async of(answer) {
    const body = await answer.json().catch(() => ({}));
    return new Problem(answer.status, body, Number(answer.headers.get("Retry-After")) || 0);
  }
}

/** A path whose parts are encoded. */
export function path(texts, ...parts) {
  return texts.reduce((all, text, i) => all + encodeURIComponent(parts[i - 1]) + text);
}

async function send(target, { method = "GET", query = {}, body, headers = {}, signal } = {}) {
  const { token, missing } = current();
  if (!token) {
    document.dispatchEvent(new CustomEvent("unauthenticated", { detail: { message: missing } }));
    throw new Error(missing);
  }
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const answer = await fetch(target + (parameters.size ? `?${parameters}` : ""), {
    method,
    signal,
    cache: "no-store",
    headers: {
      Authorization: `Bearer ${token.raw}`,
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("The API does not answer.");
  });
  if (answer.ok) return answer;
  const problem = await Problem.of(answer);
  if (answer.status === 401) document.dispatchEvent(new CustomEvent("unauthenticated", { detail: { message: problem.message, raw: token.raw } }));
  throw problem;
}

/** Makes a call; returns its JSON, undefined without a body. Throws a Problem. */
export async function call(target, options) {
  const answer = await send(target, options);
  return answer.status === 204 || answer.headers.get("Content-Type") === null ? undefined : answer.json();
}

/** The same with the version of what was read. */
export async function read(target, options) {
  const answer = await send(target, options);
  return { value: await answer.json(), etag: answer.headers.get("ETag") };
}

/** Returns a function that reads the next page of a list; after a failure it reads the same page again. */
export function pages(target, options = {}) {
  let cursor;
  return async () => {
    const page = await call(target, { ...options, query: { ...options.query, cursor } });
    cursor = page.next;
    return page;
  };
}

/** Waits for a time; ends early, with an AbortError, with the signal. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => { clearTimeout(timer); reject(signal.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener("abort", abort); resolve(); }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * Listens to the home feed of a user until the signal. After a cut it connects again, and `page` comes first again.
 * A tab that nobody sees does not listen: a browser has six connections for all its tabs.
 *
 * @param events `page`, `put`, `remove`, `unseen`, and `state` with whether it is live, and what to say
 */
export async function live(user, events, signal) {
  let wait = 1000;
  while (!signal.aborted) {
    try {
      await visible(signal);
      events.state(false, "Connecting.");
      const end = await listen(user, { ...events, live() { wait = 1000; events.state(true, "Live."); } }, signal);
      if (end === "refused" || end === "expired") return events.state(false, `The stream has ended: ${end}.`);
      if (end === "hidden") continue;
      events.state(false, `The stream was cut${end ? `: ${end}` : ""}. It connects again in ${wait / 1000} s.`);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status < 500 && error.status !== 429) return events.state(false, error.message);
      wait = Math.max(wait, (error.retryAfter ?? 0) * 1000);
      events.state(false, `The stream was cut: ${error.message} It connects again in ${wait / 1000} s.`);
    }
    await pause(wait, signal).catch(() => {});
    wait = Math.min(wait * 2, MAX_WAIT);
  }
}

async function visible(signal) {
  while (document.hidden) {
    const shown = new AbortController();
    const changed = new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true, signal: shown.signal }));
    await Promise.race([changed, pause(3_600_000, signal)]).finally(() => shown.abort());
  }
}

/** Returns why the stream has ended: the reason of the API, "hidden", or undefined after a cut or a silence. */
async function listen(user, events, signal) {
  const cut = new AbortController();
  let reason;
  let timer;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(), SILENCE);
  };
  const hide = () => {
    reason = "hidden";
    cut.abort();
  };
  document.addEventListener("visibilitychange", hide, { signal: cut.signal });
  alive();
  try {
    const answer = await send(path`/v1/feeds/home/${user}/live`, { signal: AbortSignal.any([signal, cut.signal]) });
    events.live();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "", part = await reader.read(); !part.done; part = await reader.read()) {
      alive();
      const blocks = (text + part.value).split("\n\n");
      text = blocks.pop();
      for (const [, name, data] of blocks.map((block) => block.match(/^event: (.*)\ndata: (.*)$/) ?? [])) {
        if (name === "end") reason = JSON.parse(data).reason;
        else if (name) events[name]?.(JSON.parse(data));
      }
    }
    return reason;
  } catch (error) {
    if (signal.aborted || error instanceof Problem) throw error;
    return reason;
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
}
