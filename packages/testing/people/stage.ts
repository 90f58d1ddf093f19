import type { Endpoints, Platform, Seeded } from "@sdkpp/platform";
import type { RemoteControl } from "@sdkpp/platform/control";

/** Where people act: a platform of this process, or what is known of one in another process. */
export interface Stage {
  readonly endpoints: Pick<Endpoints, "apiBase" | "webBase" | "ca">;
  readonly seeded: Pick<Seeded, "applicationId" | "userIds" | "names">;
  /** of a platform in another process: what `connectControl` of `@sdkpp/platform/control` returns */
  readonly control: Platform["control"] | RemoteControl;
}
