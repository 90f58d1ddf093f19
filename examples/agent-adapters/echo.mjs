/** Says what it heard, once the speaker has finished. */
export async function* echo(input) {
  let chunks = [];
  for await (const event of input) {
    if (event.type === "frame") chunks.push({ pcm: event.frame.samples });
    if (event.type !== "endOfTurn") continue;
    yield { chunks, sampleRate: 16_000 };
    chunks = [];
  }
}
