// Runs in the page of an activity; the test calls it by the global `program`.
import { patchUrlMappings } from "/activities.js";

const text = async (...request) => (await fetch(...request)).text();
const attempt = (work) => work().catch(() => "blocked");

function byXhr(url) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(request.responseText);
    request.onerror = () => reject(new Error("xhr"));
    request.open("GET", url);
    request.send();
  });
}

function bySocket(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.onmessage = ({ data }) => resolve(`${socket instanceof WebSocket} ${data}`);
    socket.onerror = () => reject(new Error("socket"));
  });
}

/** An element of the page whose `src` was tried in vain. */
function blocked(tag, src, parent = document.createElement("p")) {
  const element = document.createElement(tag);
  return new Promise((resolve) => {
    element.addEventListener("error", () => resolve(element), { once: true });
    element.src = src;
    parent.append(element);
    document.body.append(parent);
  });
}

globalThis.program = {
  /** @returns what the page gets by each way to reach an address outside; `blocked` in place of an error */
  async reached(mappings, options) {
    const undo = options === undefined ? undefined : patchUrlMappings(mappings, options);
    const outside = "https://api.outside.example";
    const result = {
      fetch: await attempt(() => text(`${outside}/a?b=1`, { method: "POST", body: "body" })),
      url: await attempt(() => text(new URL(`${outside}/u`))),
      request: await attempt(() => text(new Request(`${outside}/r`, { method: "PUT", body: "sent" }))),
      xhr: await attempt(() => byXhr(`${outside}/x`)),
      socket: await attempt(() => bySocket("wss://live.outside.example/room")),
      own: await attempt(async () => String((await fetch("/")).status)),
    };
    undo?.();
    return { ...result, after: await attempt(() => text(`${outside}/a`)) };
  },

  /** @returns the widths of pictures: named by a property, an attribute, markup, and markup from before; 0: blocked */
  async widths(mappings, options) {
    const outside = "https://pictures.outside.example";
    const there = await blocked("img", `${outside}/there.gif`);
    const undo = patchUrlMappings(mappings, options);
    const loaded = (image) =>
      new Promise((resolve) => {
        image.onload = () => resolve(image.naturalWidth);
        // Addresses in markup are attempted once before they are corrected.
        if (options.patchSrcAttributes !== true) image.onerror = () => resolve(0);
      });
    const [byProperty, byAttribute] = [new Image(), document.createElement("img")];
    const holder = document.createElement("div");
    holder.innerHTML = `<b><img src="${outside}/c.gif"></b>`;
    const all = [byProperty, byAttribute, holder.querySelector("img")].map(loaded);
    all.push(options.patchSrcAttributes === true ? loaded(there) : there.naturalWidth);
    byProperty.src = `${outside}/a.gif`;
    byAttribute.setAttribute("src", `${outside}/b.gif`);
    document.body.append(holder);
    const result = await Promise.all(all);
    undo();
    return result;
  },

  /** @returns the address that a sound takes whose `source` was there before, and blocked */
  async sourceOf(mappings) {
    const source = await blocked(
      "source",
      "https://sounds.outside.example/a.wav",
      document.createElement("audio"),
    );
    const undo = patchUrlMappings(mappings, { patchSrcAttributes: true });
    await new Promise((resolve) => source.addEventListener("error", resolve, { once: true }));
    undo();
    return source.parentElement.currentSrc;
  },

  cookies: () => document.cookie,
};
