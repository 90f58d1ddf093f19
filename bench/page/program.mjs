// A launcher's page: friends in the order of the SDK, of which a screenful is drawn, a count of them, and the levels of those in a call.
import { createElement, memo, useRef } from "react";
import { createRoot } from "react-dom/client";
import { Social } from "@sdkpp/electron/renderer";
import {
  SdkppProvider,
  useFriends,
  useLevel,
  usePresence,
  useRelationshipGroups,
  useUser,
} from "@sdkpp/react";

/** As many as fit a window. */
const ROWS = 30;
const now = () => performance.timeOrigin + performance.now();
/** Milliseconds from each frame's start at the other end until the page has taken it. */
const delays = [];

const Row = memo(function Row({ id }) {
  return createElement("li", null, useUser(id)?.displayName, " ", usePresence(id)?.activity?.details);
});

function Friends() {
  const ids = Object.values(useRelationshipGroups()).flat().slice(0, ROWS);
  const count = useFriends((all) => all.length);
  const rows = ids.map((id) => createElement(Row, { key: id, id }));
  return createElement("ul", { "aria-label": `${count} friends` }, rows);
}

function Speaker({ lobbyId, id }) {
  const ref = useRef(null);
  useLevel(lobbyId, id, ref);
  return createElement("b", { ref, style: { opacity: "var(--level, 0)" } }, id);
}

/** The page's end of a port, when the other process answers. */
async function connected() {
  const { port1, port2 } = new MessageChannel();
  new Worker("/socket.js", { type: "module" }).postMessage(`ws://${location.host}`, [port2]);
  await new Promise((resolve) => (port1.onmessage = resolve));
  return {
    post: (message) => port1.postMessage(message),
    onMessage: (listener) => {
      port1.onmessage = ({ data }) => {
        listener(data);
        if (data.type === "frame") delays.push(now() - data.sentAtMs);
      };
    },
    onClose: () => undefined,
    close: () => port1.close(),
  };
}

const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Connects, and waits until the friends are drawn. @returns the milliseconds that this took */
async function begin({ lobbyId, speakers }) {
  const social = new Social();
  const port = await connected();
  const people = speakers.map((id) => createElement(Speaker, { key: id, lobbyId, id }));
  const page = createElement("main", null, createElement(Friends), people);
  createRoot(document.body).render(createElement(SdkppProvider, { social }, page));
  // the first one is that of React
  await drawn();
  await drawn();
  const started = performance.now();
  performance.mark("snapshot");
  social.use(port);
  while (document.querySelectorAll("li").length < ROWS) await drawn();
  return performance.now() - started;
}

Object.assign(globalThis, { begin, takeDelays: () => delays.splice(0) });
