/** The token of this tab. The API verifies it; the console reads from it only whose it is, what to offer, and when it expires. */

const KEY = "feedmill.token";
const SCOPES = ["feed", "post", "follow", "react", "room", "device", "notify", "import", "reports", "admin", "act-as"];

/** Returns the token that a text contains. Throws an error that tells why it contains none. */
export function parse(text) {
  const raw = text.trim().replace(/^Bearer\s+/i, "");
  try {
    const claims = JSON.parse(decoded(raw.split(".")[1]));
    const named = [claims.scope ?? claims.scp ?? []].flat().join(" ").split(" ");
    // An issuer may write another name before each scope, such as "feedmill/".
    const scopes = SCOPES.filter((scope) => named.some((name) => name === scope || name.match(/[^/:]+$/)?.[0] === scope));
    if (typeof claims.sub !== "string" || typeof claims.exp !== "number") throw new Error();
    return { raw, subject: claims.sub, scopes, expires: new Date(claims.exp * 1000) };
  } catch {
    throw new Error("Invalid token: a token has three parts with dots between them, with a user and an expiry.");
  }
}

function decoded(part) {
  const bytes = Uint8Array.from(atob(part.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/**
 * Removes a token from the address, and takes it if the tab has none: a link must not make somebody another caller. The browser's history keeps the
 * address. Returns whether there was one.
 */
export function takeFromAddress() {
  const found = location.hash.match(/^#token=(.*)$/);
  if (!found) return false;
  history.replaceState(null, "", location.pathname);
  if (!current().token) keep(found[1]);
  return true;
}

export function keep(text) {
  sessionStorage.setItem(KEY, text);
}

export function forget() {
  sessionStorage.removeItem(KEY);
}

/** Returns the token of the tab, or why there is none that can be used. */
export function current() {
  const kept = sessionStorage.getItem(KEY);
  if (!kept) return { missing: "The console needs a token: this tab has none." };
  try {
    const token = parse(kept);
    const expired = token.expires <= new Date();
    return expired ? { missing: `The token of ${token.subject} expired at ${token.expires.toLocaleString("en-GB")}.` } : { token };
  } catch (error) {
    return { missing: error.message };
  }
}

export function has(...scopes) {
  const { token } = current();
  return token !== undefined && scopes.every((scope) => token.scopes.includes(scope));
}

/** Whether the token is one of a service, which may name any user. */
export function isService() {
  return has("act-as");
}

/** Whether a call may be made as this user. */
export function mayActAs(user) {
  return isService() || current().token?.subject === user;
}
