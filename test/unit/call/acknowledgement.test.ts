import { describe, expect, it } from "vitest";
import { Acknowledgement } from "../../../lib/call/keeping/acknowledgement.js";

describe("what is acknowledged to the voice gateway", () => {
  it("is what was read, of a call that is not kept", () => {
    const acknowledgement = new Acknowledgement(false);
    acknowledgement.took(7);
    expect(acknowledgement.most(7)).toBe(7);
  });

  it("is what was written, of a call that is kept", () => {
    const acknowledgement = new Acknowledgement(true);
    expect(acknowledgement.most(6)).toBe(-1);
    acknowledgement.took(7);
    acknowledgement.took(-1);
    acknowledgement.note();
    acknowledgement.took(8);
    expect(acknowledgement.most(8)).toBe(-1);
    acknowledgement.written();
    expect(acknowledgement.most(8)).toBe(7);
    acknowledgement.note();
    expect(acknowledgement.most(8)).toBe(7);
    acknowledgement.newSession();
    expect(acknowledgement.most(3)).toBe(-1);
  });
});
