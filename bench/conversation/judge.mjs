// Compares what was told with the truth of the dialogues.

/** An end within this after a pause was decided in the pause: ms. */
const DECIDED = 60;

/**
 * @param ends { time, wall } in ms, by dialogue
 * @returns delays in ms by turn, on the clock of the sound and on that of the listener, Infinity for a turn whose end was
 *   not told before the next sound; number of pauses and of ends that were told too early
 */
export function judgeEnds(dialogues, endsOf) {
  const result = { delays: [], walls: [], pauses: 0, cuts: 0, turns: 0, cutTurns: 0, cutPauses: 0 };
  for (const dialogue of dialogues) {
    const ends = endsOf(dialogue);
    dialogue.turns.forEach((turn, at) => judgeTurn(result, turn, ends, nextSound(dialogue, turn, at)));
  }
  return result;
}

function nextSound({ turns, backchannels }, turn, at) {
  const later = [turns[at + 1], ...backchannels].filter((each) => each && each.began >= turn.ended);
  return Math.min(...later.map(({ began }) => began), Infinity);
}

function judgeTurn(result, turn, ends, next) {
  const early = ends.filter(({ time }) => time > turn.began && time < turn.heardEnded);
  result.turns += 1;
  result.pauses += turn.pauses.length;
  result.cuts += early.length;
  result.cutTurns += early.length > 0 ? 1 : 0;
  result.cutPauses += turn.pauses.filter(({ began, ended }) =>
    early.some(({ time }) => time > began && time < ended + DECIDED),
  ).length;
  const end = ends.find(({ time }) => time >= turn.heardEnded && time < next);
  result.delays.push(end ? end.time - turn.ended : Infinity);
  result.walls.push(end ? end.wall - turn.ended : Infinity);
}

export const percentile = (values, share) =>
  values.toSorted((left, right) => left - right)[
    Math.min(Math.floor(values.length * share), values.length - 1)
  ];

/** A point of a curve. */
export const pointOf = ({ delays, walls, pauses, cuts, turns, cutTurns }) => ({
  falseCuts: cuts / pauses,
  cutTurns: cutTurns / turns,
  p50: percentile(delays, 0.5),
  p90: percentile(delays, 0.9),
  wallP50: percentile(walls, 0.5),
});

/** The least median delay of points with at most a share of false cut-offs, and the point that has it. */
export const bestWithin = (points, share) =>
  points.filter(({ falseCuts }) => falseCuts <= share).toSorted((left, right) => left.p50 - right.p50)[0];
