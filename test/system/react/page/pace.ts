import { friends, put, user } from "./records.js";
import { sceneWith } from "./scene.js";

/** Turns the page, as a player does who brings another window to the front. */
function turn(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** What a page tells of 40 frames, and when it is hidden and seen again. */
export async function pace() {
  const { far, end } = await sceneWith(friends(2));
  const drawn = () =>
    far.heard.filter((one) => one.type === "drawn").map(({ version, frames }) => [version, frames]);
  const told = async (cause: () => void): Promise<unknown> => {
    const before = drawn().length;
    cause();
    await far.until("an answer", () => drawn().length > before);
    return drawn().at(-1);
  };
  for (let frame = 0; frame < 40; frame += 1)
    await far.frame({ changes: [put("users", user(1, { displayName: String(frame) }))] });
  await far.until("the last answer", () => drawn().at(-1)?.[0] === 41);
  const seen = drawn();
  const hidden = await told(() => turn(true));
  const seenAgain = await told(() => turn(false));
  end();
  Reflect.deleteProperty(document, "hidden");
  return { answers: seen.length, windows: seen.map(([, frames]) => frames), hidden, seenAgain };
}
