import { startTransition, useState } from "react";
import { useFriends, useUser } from "@sdkpp/react";
import { friends, put, user, userId } from "./records.js";
import { frames } from "./deadline.js";
import { sceneWith } from "./scene.js";

const ID = userId(10);
let turn: (number: number) => void = () => undefined;

function burn(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function ByRecord({ name }: { readonly name: string }) {
  const shown = useUser(ID)?.displayName;
  return <b id={name}>{shown}</b>;
}

function ByList() {
  const shown = useFriends((all) => all.find(({ id }) => id === ID)?.user.displayName);
  return <b id="list">{shown}</b>;
}

function Slow() {
  burn(2);
  return null;
}

/** A render of 80 ms, in pieces, between two components that read one record. */
function Tree() {
  const [number, set] = useState(0);
  turn = set;
  return (
    <div data-turn={number} id="tree" key={number}>
      <ByRecord name="first" />
      {Array.from({ length: 40 }, (_, index) => (
        <Slow key={index} />
      ))}
      <ByList />
      <ByRecord name="last" />
    </div>
  );
}

const TEXTS = ["first", "list", "last"];

/** A record changes while React renders a transition. */
export async function tearing() {
  const scene = await sceneWith(friends(10));
  await scene.render(<Tree />);
  const commits: string[][] = [];
  const observer = new MutationObserver(() => {
    commits.push(TEXTS.map((id) => document.getElementById(id)?.textContent ?? ""));
  });
  observer.observe(scene.element, { subtree: true, childList: true, characterData: true });
  let changes = 0;
  for (let number = 1; number <= 8; number += 1) {
    startTransition(() => turn(number));
    const isShown = (): boolean => document.getElementById("tree")?.dataset["turn"] === String(number);
    for (let inside = 0; inside < 3 && !isShown(); inside += 1) {
      changes += 1;
      await scene.far.frame({ changes: [put("users", user(10, { displayName: `name${String(changes)}` }))] });
    }
    await frames("the transition", isShown);
  }
  observer.disconnect();
  scene.end();
  const torn = commits.filter((texts) => new Set(texts).size > 1);
  return { commits: commits.length, changes, torn, last: commits.at(-1) };
}
