// A player without devices who repeats what the others say, as soon as they fall silent.
const RATE = 48_000;
/** The longest that is remembered, samples. */
const MOST = 20 * RATE;

/** Starts the player's call. @returns a handle that ends it */
export function startParrot(client, lobbyId) {
  let heard = [];
  let count = 0;
  const call = client.startCallWithAudioCallbacks(
    lobbyId,
    (_userId, samples) => {
      if (count >= MOST) return;
      // The samples are the SDK's: they are copied, one channel of two.
      heard.push(Int16Array.from({ length: samples.length / 2 }, (_, at) => samples[2 * at]));
      count += samples.length / 2;
    },
    () => undefined,
  );
  const own = client.getCurrentUser().id;
  let timer;
  call.on("speakingStatusChanged", (userId, speaks) => {
    if (speaks || userId === own) return;
    const blocks = heard;
    heard = [];
    count = 0;
    repeat(blocks);
  });

  /** Pushes the blocks as fast as the call takes them: it holds one second. */
  function repeat(blocks) {
    call.openPcmInput(RATE, 1);
    clearInterval(timer);
    timer = setInterval(() => {
      while (blocks.length > 0) {
        const taken = call.pushPcm(blocks[0]);
        if (taken < blocks[0].length) return void (blocks[0] = blocks[0].subarray(taken));
        blocks.shift();
      }
      clearInterval(timer);
      call.endInput();
    }, 20);
  }

  return { stop: () => clearInterval(timer) };
}
