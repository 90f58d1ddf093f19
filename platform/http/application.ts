import { ATTACHMENT_BYTES_MAX, UPLOAD_BYTES_MAX } from "sdkpp/wire";
import { Type } from "typebox";
import {
  changedApplication,
  getApplication,
  updateApplication,
} from "../domain/rules/application/applications.js";
import type { ApplicationInput } from "../domain/rules/application/application-input.js";
import { describeToken } from "../domain/rules/oauth2/tokens.js";
import { fileTooLarge } from "../domain/rules/faults.js";
import { uploadApplicationAttachment } from "../domain/rules/interaction/ephemeral-files.js";
import { Fault } from "../domain/rules/outcome.js";
import type { Actor } from "../domain/world/oauth2/actor.js";
import type { World } from "../domain/world/world.js";
import { addressFault } from "./address-check.js";
import { ApplicationBody } from "./application-shapes.js";
import { singleFileForm, type MultipartForm } from "./multipart.js";
import { PICTURE_BODY_LIMIT, route, type Outside } from "./route.js";

/** An address must prove that it belongs to the application before it is stored. */
async function checkAddresses(
  world: World,
  actor: Actor,
  id: string,
  body: ApplicationInput,
  outside: Outside,
): Promise<Fault | undefined> {
  const after = changedApplication(world, actor, id, body);
  if (after instanceof Fault) return after;
  const { eventWebhooks, interactionsUrl } = after.application;
  const webhooksUrl = body.event_webhooks_url == null ? undefined : eventWebhooks?.url;
  const checkedUrl = body.interactions_endpoint_url == null ? undefined : interactionsUrl;
  return (
    (await addressFault("event_webhooks_url", webhooksUrl, (url) => outside.eventWebhookProblem(id, url))) ??
    (await addressFault("interactions_endpoint_url", checkedUrl, (url) =>
      outside.interactionsProblem(id, url),
    ))
  );
}

const ATTACHMENT_FORM: MultipartForm = {
  ...singleFileForm("file", { bodyLimit: UPLOAD_BYTES_MAX, fileBytesMax: ATTACHMENT_BYTES_MAX }),
  isKept: true,
  tooLarge: fileTooLarge,
};

export const applicationRoutes = [
  route("GET", "/applications/@me", {
    docs: "resources/application#get-current-application",
    auth: "bot",
    handle: ({ actor }, world) => getApplication(world, actor, actor.application.id),
  }),
  route("PATCH", "/applications/@me", {
    docs: "resources/application#edit-current-application",
    auth: "bot",
    body: ApplicationBody,
    unbuilt: ["description.localizations"],
    bodyLimit: PICTURE_BODY_LIMIT,
    prepare: ({ actor, body }, world, outside) =>
      checkAddresses(world, actor, actor.application.id, body, outside),
    handle: ({ actor, body }, world) => updateApplication(world, actor, actor.application.id, body),
  }),
  route("GET", "/applications/{application.id}", {
    docs: "resources/application#get-current-application",
    auth: "bot",
    handle: ({ actor, params }, world) => getApplication(world, actor, params["application.id"]),
  }),
  route("PATCH", "/applications/{application.id}", {
    docs: "resources/application#edit-current-application",
    auth: "bot",
    body: ApplicationBody,
    unbuilt: ["description.localizations"],
    bodyLimit: PICTURE_BODY_LIMIT,
    prepare: ({ actor, params, body }, world, outside) =>
      checkAddresses(world, actor, params["application.id"], body, outside),
    handle: ({ actor, params, body }, world) =>
      updateApplication(world, actor, params["application.id"], body),
  }),
  route("POST", "/applications/{application.id}/attachment", {
    docs: "activities/development-guides/user-actions#open-share-moment-dialog",
    auth: "any",
    body: Type.Object({}),
    form: ATTACHMENT_FORM,
    handle: ({ actor, params, uploads }, world) =>
      uploadApplicationAttachment(world, actor, params["application.id"], uploads[0]),
  }),
  route("GET", "/oauth2/applications/@me", {
    docs: "topics/oauth2#get-current-bot-application-information",
    auth: "bot",
    handle: ({ actor }, world) => getApplication(world, actor, actor.application.id),
  }),
  route("GET", "/oauth2/@me", {
    docs: "topics/oauth2#get-current-authorization-information",
    auth: "bearer",
    handle: ({ actor }) => describeToken(actor),
  }),
];
