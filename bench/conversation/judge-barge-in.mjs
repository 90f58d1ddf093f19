// Compares interruptions that were told with the truth of the dialogues.

const FRAME_MS = 10;
/** An interruption within this after a sound is of this sound: ms. */
const AFTER = 250;

/**
 * When a speaker has been heard for so long, pauses not counted: where the rule should decide.
 * @param active by 10 ms, 0 where there is nothing
 */
function spokenAt(active, began, ms) {
  let left = ms / FRAME_MS;
  for (let frame = Math.floor(began / FRAME_MS); frame < active.length; frame += 1) {
    if (active[frame] > 0) left -= 1;
    if (left <= 0) return (frame + 1) * FRAME_MS;
  }
  return Infinity;
}

/**
 * @param interruptsOf { time, began } in ms, by dialogue; @param minSpeechMs the setting of the rule
 * @returns delays from so much speech to the decision, by turn that lasts so long; backchannels and noises that
 *   interrupted; number of these events
 */
export function judgeInterruptions(dialogues, interruptsOf, minSpeechMs) {
  const result = { delays: [], backchannels: 0, falseBackchannels: 0, quietMinutes: 0, falseNoises: 0 };
  for (const dialogue of dialogues) {
    const interrupts = interruptsOf(dialogue);
    for (const turn of dialogue.turns) {
      const due = spokenAt(dialogue.active, turn.began, minSpeechMs);
      const decision = interrupts.find(({ time }) => time > turn.began && time < turn.ended + AFTER);
      if (due <= turn.ended) result.delays.push(decision ? decision.time - due : Infinity);
    }
    for (const { began, ended } of dialogue.backchannels) {
      result.backchannels += 1;
      if (interrupts.some(({ time }) => time > began && time < ended + AFTER)) result.falseBackchannels += 1;
    }
    const sounds = [...dialogue.turns, ...dialogue.backchannels];
    const isOfNoise = ({ time }) => !sounds.some(({ began, ended }) => time > began && time < ended + AFTER);
    result.falseNoises += interrupts.filter(isOfNoise).length;
    const spoken = sounds.reduce((sum, { began, ended }) => sum + ended - began, 0);
    result.quietMinutes += (dialogue.active.length * FRAME_MS - spoken) / 60_000;
  }
  return result;
}
