// The pauses that the native tool told, with what the policy knows of them, and whether the turn was over.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const eventsByFolder = new Map();

/** Events that the tool printed, by dialogue. */
export function eventsOf(folder) {
  if (!eventsByFolder.has(folder)) {
    const lines = readFileSync(join(folder, "events.jsonl"), "utf8").trim().split("\n");
    eventsByFolder.set(folder, grouped(lines));
  }
  return eventsByFolder.get(folder);
}

function grouped(lines) {
  const events = new Map();
  for (const line of lines) {
    const event = JSON.parse(line);
    if (!events.has(event.dialogue)) events.set(event.dialogue, []);
    events.get(event.dialogue).push(event);
  }
  return events;
}

/** The row of settings that ends no turn early, so that every pause is told. */
export const FIT_ROW = "fit";

/** Pauses of turns of which it is known whether they are over. */
export function pauseRows(folder, name, dialogue) {
  const pauses = (eventsOf(folder).get(name) ?? []).filter(
    ({ kind, row }) => kind === "pause" && row === FIT_ROW,
  );
  return pauses
    .map((pause) => ({ ...pause, isOver: isOver(dialogue, pause) }))
    .filter((pause) => pause.isOver !== undefined);
}

function isOver({ turns, backchannels }, { time, ended }) {
  const turn = turns.find(({ began, ended: last }) => time > began && time < last + 2500);
  if (turn === undefined) return undefined;
  if (time >= turn.heardEnded) {
    const isLater = (sound) => sound.began > turn.ended && sound.began < time;
    return [...turns, ...backchannels].some(isLater) ? undefined : true;
  }
  const isIn = turn.pauses.some(
    (pause) => time > pause.began && time < pause.ended && ended > pause.began - 150,
  );
  return isIn ? false : undefined;
}
