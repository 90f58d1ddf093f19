// Whether the call was good, in one sentence, and why.

/** Shares up to which nobody hears a difference; longest time that a player waits without a word. */
const CONCEALED_ABOVE_LOSS = 0.02;
const RESUMED_MS = 3000;
/** Share of blocks that may pass without the second player's effect. */
const UNEDITED = 0.01;

/**
 * @param facts `concealed` and `lost`: shares of the speech; `undecryptable` frames; `late`: share of the blocks; `resumedMs`: the slower of the
 *   two connections
 * @returns `{ isGood, sentence }`
 */
export function verdictOf({ concealed, lost, undecryptable, late, resumedMs }) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const judged = [
    [
      concealed <= lost + CONCEALED_ABOVE_LOSS,
      `${percent(concealed)} of the speech was made up for ${percent(lost)} that the network lost`,
    ],
    [resumedMs <= RESUMED_MS, `cut connections were back after ${(resumedMs / 1000).toFixed(1)} s`],
    [
      undecryptable === 0,
      undecryptable === 0
        ? "every encrypted frame could be opened"
        : `all but ${undecryptable} encrypted frames could be opened`,
    ],
    [late <= UNEDITED, `${percent(late)} of the blocks came back late from the callback`],
  ];
  const bad = judged.filter(([isGood]) => !isGood);
  const reasons = (bad.length > 0 ? bad : judged).map(([, reason]) => reason);
  const list = `${reasons.slice(0, -1).join(", ")}${reasons.length > 1 ? " and " : ""}${reasons.at(-1)}`;
  const isGood = bad.length === 0;
  return { isGood, sentence: `${isGood ? "A good call" : "Not a good call"}: ${list}.` };
}
