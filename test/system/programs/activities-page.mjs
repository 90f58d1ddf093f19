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

  /** @returns the widths of pictures that a property, an attribute and markup name; 0: blocked */
  async widths(mappings, options) {
    const undo = patchUrlMappings(mappings, options);
    const loaded = (image) =>
      new Promise((resolve) => {
        image.onload = () => resolve(image.naturalWidth);
        // What markup names is attempted once before it is corrected.
        if (options.patchSrcAttributes !== true) image.onerror = () => resolve(0);
      });
    const outside = "https://pictures.outside.example";
    const [byProperty, byAttribute] = [new Image(), document.createElement("img")];
    const holder = document.createElement("div");
    holder.innerHTML = `<b><img src="${outside}/c.gif"></b>`;
    const all = [byProperty, byAttribute, holder.querySelector("img")].map(loaded);
    byProperty.src = `${outside}/a.gif`;
    byAttribute.setAttribute("src", `${outside}/b.gif`);
    document.body.append(holder);
    const result = await Promise.all(all);
    undo();
    return result;
  },

  cookies: () => document.cookie,
};
