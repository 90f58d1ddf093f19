// A synthesizer: text in, a line of JSON for each word out.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "./listen.mjs";
import { soundOf } from "./words.mjs";

export function startSynthesizer() {
  return listen(createServer((request, response) => void speak(request, response)));
}

async function speak(request, response) {
  const { text } = await json(request);
  for (const word of text.split(" ")) {
    const pcm = Buffer.from(soundOf(word).buffer).toString("base64");
    response.write(`${JSON.stringify({ text: `${word} `, pcm })}\n`);
  }
  response.end();
}
