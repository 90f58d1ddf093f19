import type { Fact, FactOf } from "../../facts/facts.js";
import { postResponse, responseForm } from "../../rules/interaction/responses.js";
import { Fault } from "../../rules/outcome.js";
import type { World } from "../../world/world.js";

/** The channel learns that the platform has launched an activity there. */
export function postLaunchNotice(
  world: World,
  { interaction }: FactOf<"interactionLaunched">,
): readonly Fact[] {
  const { id, applicationId, source } = interaction;
  const answered: Fact = { kind: "interactionAnswered", interactionId: id };
  const name = world.applications.get(applicationId)?.name ?? "";
  const content = `<@${source.userId}> launched ${name}`;
  const input = { content, allowed_mentions: { parse: [] } };
  const posted = postResponse(world, interaction, input, responseForm(interaction));
  if (posted instanceof Fault || interaction.response === undefined) return [answered];
  const response = { ...interaction.response, messageId: posted.message.id };
  world.interactions.put({ ...interaction, response });
  return [...posted.facts, answered];
}
