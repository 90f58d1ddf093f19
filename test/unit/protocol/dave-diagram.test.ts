import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DAVE_TRANSITIONS } from "../../../lib/protocol/dave/transitions.js";

const PAGE = path.resolve(import.meta.dirname, "../../../docs/protocol/end-to-end-encryption.md");

/** The table as a Mermaid state diagram. */
function diagram(): string {
  const arrows = Object.entries(DAVE_TRANSITIONS).flatMap(([state, row]) =>
    Object.entries(row).flatMap(([input, transitions]) =>
      transitions.map(({ guard, next, actions }) => {
        const cause = guard === undefined ? input : `${input} [${guard}]`;
        return `  ${state} --> ${next} : ${[cause, actions.join(", ")].filter(Boolean).join(" / ")}`;
      }),
    ),
  );
  return ["stateDiagram-v2", "  [*] --> off", ...arrows, ""].join("\n");
}

it("is drawn in docs/protocol/end-to-end-encryption.md as the table says", () => {
  const page = fs.readFileSync(PAGE, "utf8");
  expect(page, `docs/protocol/end-to-end-encryption.md must hold:\n${diagram()}`).toContain(diagram());
});
