import type { Collection } from "../../../store/store.js";
import type { RemarksPort } from "../ports.js";
import type { AutoModerationRule } from "../../records/auto-moderation/auto-moderation-rule.js";

export interface AutoModerationWorld extends RemarksPort {
  readonly autoModerationRules: Collection<AutoModerationRule>;
}
