import { startPlatform } from "@sdkpp/platform";
import { describe, expect, it, onTestFinished } from "vitest";

describe("two platforms in one process", () => {
  it("run side by side, and one stops without the other", async () => {
    const [one, two] = await Promise.all([startPlatform(), startPlatform()]);
    onTestFinished(() => two.stop());
    expect(one.endpoints.apiBase).not.toBe(two.endpoints.apiBase);
    await one.stop();
    expect((await fetch(`${two.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
    await expect(fetch(`${one.endpoints.apiBase}/v10/gateway`)).rejects.toThrow();
  });
});
