import { ApplicationDisclosure } from "sdkpp/wire";
import { Type } from "typebox";
import { acknowledgeDisclosures, listDisclosures } from "../domain/rules/message/disclosures.js";
import { route } from "./route.js";

const KNOWN = Object.values(ApplicationDisclosure);
const DisclosureBody = Type.Object({
  disclosures: Type.Array(Type.Integer({ minimum: Math.min(...KNOWN), maximum: Math.max(...KNOWN) }), {
    minItems: 1,
    maxItems: KNOWN.length,
  }),
});

export const disclosureRoutes = [
  route("GET", "/applications/{application.id}/disclosures", {
    docs: "resources/application#get-application-disclosures",
    auth: "bearer",
    handle: ({ actor, params }, world) => listDisclosures(world, actor, params["application.id"]),
  }),
  route("POST", "/applications/{application.id}/disclosures", {
    docs: "resources/application#acknowledge-application-disclosures",
    auth: "bearer",
    body: DisclosureBody,
    handle: ({ actor, params, body }, world) =>
      acknowledgeDisclosures(world, actor, params["application.id"], body.disclosures),
  }),
];
