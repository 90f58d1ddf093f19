import { Collection, type Store } from "../../../store/store.js";
import {
  autoModerationRuleIndex,
  type AutoModerationRule,
} from "../../records/auto-moderation/auto-moderation-rule.js";
import type { RemarksPort } from "../ports.js";

export interface AutoModerationWorld extends RemarksPort {
  readonly autoModerationRules: Collection<AutoModerationRule>;
}

export function autoModerationWorld(store: Store): Omit<AutoModerationWorld, keyof RemarksPort> {
  return {
    autoModerationRules: new Collection<AutoModerationRule>(
      store,
      "auto-moderation-rule",
      (one) => one.id,
      autoModerationRuleIndex,
    ),
  };
}
