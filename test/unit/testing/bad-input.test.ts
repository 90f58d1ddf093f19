// Wrong arguments are named before anything is done.
import { describe, expect, it } from "vitest";
import { openCast, type Actor, type Stage } from "../../../packages/testing/index.js";

/** A platform that is only asked whether it still has somebody. */
const stage = {
  endpoints: { apiBase: "", webBase: "", ca: "" },
  seeded: { applicationId: "1", userIds: ["2", "3"], names: { 2: "ada", 3: "ben" } },
  control: { users: { get: (id: string) => Promise.resolve({ id }) } },
} as unknown as Stage;

const odd = <T>(value: unknown): T => value as T;

async function ada(): Promise<Actor> {
  return (await openCast(stage)).actor("ada");
}

describe("a cast", () => {
  it.each([
    [undefined, {}, "stage: expected an object with endpoints, seeded, control, received undefined"],
    [{ control: {} }, {}, "stage: expected an object with"],
    [stage, 5, "options: expected an object, received number"],
    [stage, { seed: "1" }, "seed: expected a number, received string"],
    [stage, { seed: NaN }, "seed: expected"],
    [stage, { applicationId: 5n }, "applicationId: expected a text, received bigint"],
  ])("is refused: %#", async (on, options, words) => {
    await expect(openCast(odd(on), odd(options))).rejects.toThrow(words);
  });

  it.each([undefined, null, "", 5])("has nobody called %j", async (name) => {
    await expect((await openCast(stage)).actor(odd(name))).rejects.toThrow("name: expected a text");
  });
});

describe("an actor", () => {
  it.each<[string, (actor: Actor) => Promise<unknown>, string]>([
    ["join no server", (actor) => actor.joinServer(odd(5)), "guildId: expected a text, received number"],
    [
      "say nowhere",
      (actor) => actor.say(odd(undefined), "hello"),
      "place: expected a text, received undefined",
    ],
    [
      "react to nothing",
      (actor) => actor.react(odd(null), "x"),
      "message: expected an object with id, channelId",
    ],
    [
      "click half a message",
      (actor) => actor.click(odd({ id: "1" }), "x"),
      "message: expected an object with",
    ],
    ["fill in nothing", (actor) => actor.fillModal(odd(undefined), {}), "opened: expected an object with id"],
    [
      "be away",
      (actor) => actor.setStatus(odd("away")),
      'status: expected "online", "idle", "dnd", "invisible"',
    ],
    ["read nowhere", (actor) => actor.messages(odd(7)), "place: expected a text, received number"],
    ["look for a text", (actor) => actor.sees(odd("hello")), "wanted: expected an object, received string"],
    ["look for ever", (actor) => actor.sees(() => true, { within: NaN }), "within: expected"],
    ["join nothing", (actor) => actor.joinVoice(odd(undefined)), "place: expected a text"],
    [
      "speak nothing",
      (actor) => actor.speak(odd(null)),
      "sound: expected a path, a URL, the bytes of a WAV file",
    ],
    ["mute a text", (actor) => actor.mute(odd("yes")), "isMuted: expected true or false, received string"],
    ["be deaf to null", (actor) => actor.deafen(odd(null)), "isDeaf: expected true or false, received null"],
    [
      "hear nobody",
      (actor) => actor.heard(odd(undefined)),
      "somebody: expected an actor or the name of one, or the id of a user",
    ],
    [
      "hear a name",
      (actor) => actor.heard("ben"),
      "somebody: expected an actor or the name of one, or the id of a user",
    ],
    ["befriend a client", (actor) => actor.addFriend(odd({ id: "3" })), "somebody: expected an actor"],
  ])("does not %s", async (_what, act, words) => {
    const failure: unknown = await act(await ada()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "ARGUMENT_INVALID" });
    expect((failure as Error).message).toContain(words);
  });

  it("is the same person for the same name, also when both ask at once", async () => {
    const cast = await openCast(stage);
    const [one, two] = await Promise.all([cast.actor("ada"), cast.actor("ada")]);
    expect(one).toBe(two);
    expect([one.id, (await cast.actor("ben")).id]).toEqual(["2", "3"]);
  });

  it("does nothing in games and calls after the cast is closed", async () => {
    const cast = await openCast(stage);
    const actor = await cast.actor("ada");
    await cast.close();
    await cast.close();
    const closed = { code: "CAST_CLOSED" };
    await expect(cast.actor("cyd")).rejects.toMatchObject(closed);
    await expect(actor.joinLobby("room")).rejects.toMatchObject(closed);
    await expect(actor.joinVoice("5")).rejects.toMatchObject(closed);
    await expect(actor.client()).rejects.toMatchObject(closed);
  });
});
