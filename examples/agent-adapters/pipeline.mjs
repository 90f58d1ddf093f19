// A recognizer of speech and a synthesizer, both behind HTTP: what is heard becomes text, and the answer becomes sound while it is made.
const RATE = 24_000;

/** @param answer what is said to a text */
export function pipeline({ recognizer, synthesizer, answer = (text) => `you said ${text}` }) {
  return async function* (input, signal) {
    const heard = new Map(); // by speaker
    let generation = 0;
    for await (const event of input) {
      if (event.type === "frame") framesOf(heard, event.frame.userId).push(event.frame.samples);
      if (event.type !== "endOfTurn") continue;
      const { userId } = event.end;
      const text = await textOf(recognizer, framesOf(heard, userId), signal);
      heard.delete(userId);
      // a higher generation ends what is left of the answers before
      if (text !== "")
        yield {
          chunks: speechOf(synthesizer, answer(text), signal),
          sampleRate: RATE,
          generation: ++generation,
        };
    }
  };
}

function framesOf(heard, userId) {
  if (!heard.has(userId)) heard.set(userId, []);
  return heard.get(userId);
}

async function textOf(recognizer, frames, signal) {
  const body = Buffer.concat(
    frames.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const answer = await fetch(recognizer, { method: "POST", body, signal });
  if (!answer.ok) throw new Error(`the recognizer answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).text;
}

/** A line of JSON for each word, as soon as its sound is there. */
async function* speechOf(synthesizer, text, signal) {
  const answer = await fetch(synthesizer, { method: "POST", body: JSON.stringify({ text }), signal });
  if (!answer.ok) throw new Error(`the synthesizer answers ${answer.status}: ${await answer.text()}`);
  let rest = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) yield chunkOf(JSON.parse(line));
  }
}

function chunkOf({ pcm, text }) {
  const bytes = Uint8Array.from(Buffer.from(pcm, "base64"));
  return { pcm: new Int16Array(bytes.buffer), text };
}
