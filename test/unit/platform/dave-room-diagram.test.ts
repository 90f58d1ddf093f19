import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOM_TRANSITIONS } from "../../../platform/dave/room-transitions.js";

const PAGE = path.resolve(import.meta.dirname, "../../../docs/protocol/dave-room.md");

/** The table as a Mermaid state diagram. */
function diagram(): string {
  const arrows = Object.entries(ROOM_TRANSITIONS).flatMap(([phase, row]) =>
    Object.entries(row).map(
      ([event, { next, actions }]) =>
        `  ${phase} --> ${next} : ${[event, actions.join(", ")].filter(Boolean).join(" / ")}`,
    ),
  );
  return ["stateDiagram-v2", "  [*] --> gathering", ...arrows, ""].join("\n");
}

it("matches the diagram in docs/protocol/dave-room.md", () => {
  const page = fs.readFileSync(PAGE, "utf8");
  expect(page, `docs/protocol/dave-room.md must hold:\n${diagram()}`).toContain(diagram());
});
