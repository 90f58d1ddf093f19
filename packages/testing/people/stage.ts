import type { Endpoints, Platform, Seeded } from "@sdkpp/platform";
import type { RemoteControl } from "@sdkpp/platform/control";

/** Where people act: a platform of this process, or what `connectPlatform` of `@sdkpp/platform/control` returns. */
export interface Stage {
  readonly endpoints: Pick<Endpoints, "apiBase" | "webBase" | "ca">;
  readonly seeded: Pick<Seeded, "applicationId" | "userIds" | "names">;
  readonly control: Platform["control"] | RemoteControl;
}
