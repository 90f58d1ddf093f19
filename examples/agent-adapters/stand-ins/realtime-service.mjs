// A realtime service: it repeats the words of each speaker, three times, and remembers how much of that was heard.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { listen } from "./listen.mjs";
import { soundOf, wordsOf } from "./words.mjs";

/** @param {(what: { heardMs: number; text: string }) => unknown} remembered is told how much of an interrupted answer was heard */
export async function startRealtimeService(remembered = (_what) => {}) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    const heard = new Map(); // by speaker
    const hear = {
      audio: ({ speaker, pcm }) => {
        if (!heard.has(speaker)) heard.set(speaker, []);
        heard.get(speaker).push(Buffer.from(pcm, "base64"));
      },
      respond: ({ speaker }) => {
        const bytes = Uint8Array.from(Buffer.concat(heard.get(speaker) ?? []));
        heard.delete(speaker);
        answer(socket, wordsOf(new Int16Array(bytes.buffer), 16_000));
      },
      truncate: ({ heardMs, text }) => remembered({ heardMs, text }),
    };
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      hear[message.type]?.(message);
    });
  });
  const { address, stop } = await listen(server, "ws");
  const stopAll = () => {
    for (const socket of sockets.clients) socket.terminate();
    stop();
  };
  return { address, stop: stopAll };
}

function answer(socket, words) {
  for (const word of [...words, ...words, ...words]) {
    const pcm = Buffer.from(soundOf(word).buffer).toString("base64");
    socket.send(JSON.stringify({ type: "speech", pcm, text: `${word} ` }));
  }
  socket.send(JSON.stringify({ type: "done" }));
}
