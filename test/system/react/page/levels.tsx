import { useRef } from "react";
import { useLevel, useParticipants, useSpeaking } from "@sdkpp/react";
import type { UserId } from "sdkpp/surface";
import { call, LOBBY, participant, put, session } from "./records.js";
import { committed, sceneWith } from "./scene.js";

const SPEAKERS = 25;
const FRAMES = 120;
let renders = 0;
const told = new Map<UserId, number>();

function Speaker({ id }: { readonly id: UserId }) {
  renders += 1;
  const ref = useRef<HTMLLIElement>(null);
  useLevel(LOBBY, id, ref);
  useLevel(LOBBY, id, (level) => told.set(id, level), { floorDbfs: -100 });
  return <li ref={ref}>{useSpeaking(LOBBY, id) ? "speaks" : "silent"}</li>;
}

function Speakers() {
  renders += 1;
  return useParticipants(LOBBY).map((id) => <Speaker key={id} id={id} />);
}

/** Levels of 25 speakers with each frame of the screen. */
export async function levels() {
  const people = Array.from({ length: SPEAKERS }, (_, index) => participant(index + 10));
  const state = [
    put("session", session()),
    put("calls", call()),
    ...people.map((one) => put("participants", one)),
  ];
  const scene = await sceneWith(state);
  await scene.render(<Speakers />);
  const first = renders;
  await scene.far.until("levels to be wanted", () =>
    scene.far.heard.some((one) => one.type === "levels" && one.wanted),
  );
  const order = people.map(({ userId }) => `${LOBBY}/${userId}`);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const values = Float32Array.from(people, (_, index) => -((frame + index) % 60));
    await scene.far.frame(frame === 0 ? { levels: values, order } : { levels: values });
  }
  const shown = [...scene.element.querySelectorAll("li")].map((one) => one.style.getPropertyValue("--level"));
  const byFunction = [...told.values()];
  const rendersOfLevels = renders - first;
  await scene.far.frame({ changes: [put("participants", participant(10, { isSpeaking: true }))] });
  const rendersOfSpeech = renders - first - rendersOfLevels;
  const isSpeaking = scene.text().startsWith("speaks");
  scene.root.unmount();
  await committed();
  const isWanted = scene.far.heard.findLast((one) => one.type === "levels")?.wanted;
  scene.end();
  return { first, rendersOfLevels, rendersOfSpeech, isSpeaking, shown, byFunction, isWanted };
}
