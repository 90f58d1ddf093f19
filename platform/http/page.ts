import type { FastifyReply, FastifyRequest } from "fastify";
import { refusalPage } from "../pages/refusal-page.js";

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]+)?$/;

/**
 * Keeps pages that act for a player from other sites.
 * @returns whether the request was refused and answered
 */
export function refuseForeign(request: FastifyRequest, reply: FastifyReply): boolean {
  const why = foreignness(request);
  if (why !== undefined) sendPage(reply, 403, refusalPage(why));
  return why !== undefined;
}

function foreignness({ method, headers }: FastifyRequest): string | undefined {
  if (method !== "GET" && headers["sec-fetch-site"] === "cross-site")
    return "This form was sent from another site.";
  // A foreign name that leads here would make a hostile page the same site as this one.
  return LOOPBACK_HOST.test(headers.host ?? "") ? undefined : "Open this page by its loopback address.";
}

/** @param formTarget where the form's answer may redirect: browsers hold `form-action` against redirects too */
export function sendPage(
  reply: FastifyReply,
  status: number,
  html: string,
  formTarget?: string,
): FastifyReply {
  const formAction = formTarget === undefined ? "'self'" : `'self' ${formTarget}`;
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      "cache-control": "no-store",
      // `same-origin`, not `no-referrer`: a form posted under the latter says `Origin: null`.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .send(html);
}
