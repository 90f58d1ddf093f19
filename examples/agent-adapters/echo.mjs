/** Says to each speaker what they said, once they have finished. */
export async function* echo(input) {
  const heard = new Map(); // by speaker
  for await (const event of input) {
    if (event.type === "frame") {
      const { userId, samples } = event.frame;
      if (!heard.has(userId)) heard.set(userId, []);
      heard.get(userId).push({ pcm: samples });
    }
    if (event.type !== "endOfTurn") continue;
    const { userId } = event.end;
    yield { chunks: heard.get(userId) ?? [], sampleRate: 16_000 };
    heard.delete(userId);
  }
}
