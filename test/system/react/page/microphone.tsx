import { useRef } from "react";
import { useMicrophone } from "@sdkpp/react";
import { put, session } from "./records.js";
import { committed, sceneWith } from "./scene.js";

const FRAMES = 60;
let renders = 0;

function Meter() {
  renders += 1;
  const ref = useRef<HTMLLIElement>(null);
  return <li ref={ref}>{useMicrophone(ref) || "all well"}</li>;
}

/** Levels of the player's microphone with each frame of the screen, and a problem. */
export async function microphone() {
  const scene = await sceneWith([put("session", session())]);
  await scene.render(<Meter />);
  const wanted = (): boolean[] =>
    scene.far.heard.filter((one) => one.type === "microphone").map((one) => one.wanted);
  await scene.far.until("the microphone to be wanted", () => wanted().length > 0);
  for (let frame = 0; frame < FRAMES; frame += 1)
    await scene.far.frame({ microphone: { dbfs: -frame, problem: "" } });
  const [rendersOfLevels, text] = [renders, scene.text()];
  const shown = scene.element.querySelector("li")!.style.getPropertyValue("--level");
  await scene.far.frame({ microphone: { dbfs: -100, problem: "unplugged" } });
  const [rendersOfProblem, problem] = [renders, scene.text()];
  scene.root.unmount();
  await committed();
  await scene.far.until("it to be wanted no longer", () => wanted().length > 1);
  scene.end();
  return { rendersOfLevels, text, shown, rendersOfProblem, problem, wanted: wanted() };
}
