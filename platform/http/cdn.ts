import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STANDARD_SOUNDS } from "../domain/records/expression/standard-sounds.js";
import { STANDARD_STICKERS } from "../domain/records/expression/standard-stickers.js";
import { notFound } from "../domain/rules/faults.js";
import { pictureAt } from "../domain/world/picture/pictures.js";
import type { World } from "../domain/world/world.js";
import { defaultAvatar } from "../pages/default-avatar.js";
import { sendFault } from "./reply.js";
import { standardSoundFile } from "./standard-sound.js";

/** `avatars/<id>/<hash>.png`: a picture's path, and an extension that is not part of it. The addresses of sounds have none. */
const PATH =
  /^(?:(?<path>[a-z0-9_/-]{1,200})\.(?:png|jpg|jpeg|webp|gif|json)|(?<sound>soundboard-sounds\/[0-9]{1,20}))$/;
const DEFAULT_AVATAR = /^embed\/avatars\/(?<number>[0-5])$/;

/**
 * Mounts the addresses of pictures and sounds, below the site's root. They are served as they were uploaded: the extension and the
 * parameters of the address convert nothing.
 */
export function mountCdn(app: FastifyInstance, world: World): void {
  app.get("/cdn/*", (request: FastifyRequest<{ Params: { "*": string } }>, reply) => {
    const { sound, path = sound ?? "" } = PATH.exec(request.params["*"])?.groups ?? {};
    const { number } = DEFAULT_AVATAR.exec(path)?.groups ?? {};
    const standard = STANDARD_STICKERS.findIndex(({ id }) => path === `stickers/${id}`);
    if (standard >= 0) return sendPicture(reply, "image/png", defaultAvatar(standard));
    if (STANDARD_SOUNDS.some(({ id }) => sound === `soundboard-sounds/${id}`))
      return sendPicture(reply, "audio/mpeg", standardSoundFile());
    if (number !== undefined) return sendPicture(reply, "image/png", defaultAvatar(Number(number)));
    const picture = pictureAt(world, path);
    if (picture === undefined) return sendFault(reply, notFound());
    return sendPicture(reply, picture.mime, Buffer.from(picture.data, "base64"));
  });
}

function sendPicture(reply: FastifyReply, mime: string, bytes: Buffer): FastifyReply {
  return reply
    .headers({
      "content-type": mime,
      "cache-control": "public, max-age=31536000",
      // A picture is nothing else, whatever its bytes look like.
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(bytes);
}
