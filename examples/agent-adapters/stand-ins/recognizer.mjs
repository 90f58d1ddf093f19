// A recognizer of speech: sound of 16 kHz in, text out.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "./listen.mjs";
import { wordsOf } from "./words.mjs";

export function startRecognizer() {
  return listen(createServer((request, response) => void recognize(request, response)));
}

async function recognize(request, response) {
  const bytes = Uint8Array.from(await buffer(request));
  const text = wordsOf(new Int16Array(bytes.buffer), 16_000).join(" ");
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));
}
