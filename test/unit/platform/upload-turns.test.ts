import { expect, it } from "vitest";
import { UploadTurns } from "../../../platform/http/upload-turns.js";

it("reads 16 bodies of a caller at once, the others in their order, and those of others at once", () => {
  const turns = new UploadTurns();
  const begun: string[] = [];
  const enter = (caller: string, name: string): void => turns.enter(caller, () => begun.push(name));
  for (let n = 0; n < 18; n += 1) enter("ada", `a${n}`);
  enter("ben", "b0");
  expect([begun.length, begun.at(-1)]).toEqual([17, "b0"]);
  turns.leave("ada");
  turns.leave("ada");
  expect(begun.slice(17)).toEqual(["a16", "a17"]);
  enter("ada", "late");
  expect(begun).toHaveLength(19);
  for (let n = 0; n < 17; n += 1) turns.leave("ada");
  expect(begun.at(-1)).toBe("late");
  enter("ada", "again");
  expect(begun.at(-1)).toBe("again");
});
