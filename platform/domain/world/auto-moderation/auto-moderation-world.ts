import type { Collection } from "../../../store/store.js";
import type { AutoModerationRule } from "../../records/auto-moderation/auto-moderation-rule.js";

export interface AutoModerationWorld {
  readonly autoModerationRules: Collection<AutoModerationRule>;
}
