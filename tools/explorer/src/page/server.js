// What the page asks of its own server; a refusal becomes an error with the server's reason.

export async function get(path, words = {}, signal = undefined) {
  const given = Object.entries(words).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = given.map(([name, value]) => name + "=" + plain(value)).join("&");
  return read(fetch(path + (query ? "?" + query : ""), { signal }));
}

export async function post(path, document, signal = undefined) {
  const headers = { "Content-Type": "application/json" };
  return read(fetch(path, { method: "POST", headers, body: JSON.stringify(document), signal }));
}

// The exact answers that there are by now: other tabs may have solved some.
export async function refresh(start) {
  start.exact = (await get("/api/start")).exact;
}

// Cards, betting and numbers are plain letters; whatever else was typed is shown as it can be sent.
function plain(value) {
  return String(value).replaceAll(/[\s,]/g, "").replaceAll(/[^0-9A-Za-z/.-]/g, "?");
}

async function read(asked) {
  const answer = await asked.catch(() => {
    throw new Error("The explorer does not answer; is it still running?");
  });
  const document = await answer.json();
  if (!answer.ok) throw new Error(document.error);
  return document;
}
