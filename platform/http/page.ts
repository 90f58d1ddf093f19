import type { FastifyReply, FastifyRequest } from "fastify";
import { FORM_TOKEN } from "../pages/html.js";
import { rejectionPage } from "../pages/rejection-page.js";
import { FormData, type FormBody } from "./body.js";
import type { FormTokens } from "./form-tokens.js";

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]+)?$/;

/**
 * Rejects requests for pages that act for a player when they use a foreign host name: a name that resolves to loopback would
 * put a hostile page into the same origin.
 * @returns whether the request was rejected and answered
 */
export function rejectForeign(request: FastifyRequest, reply: FastifyReply): boolean {
  if (LOOPBACK_HOST.test(request.headers.host ?? "")) return false;
  sendPage(reply, 403, rejectionPage("Open this page at its loopback address."));
  return true;
}

/**
 * Rejects forms of other sites: a form must carry the token of its page, and its origin, if the browser sends it, must be the
 * page's own.
 * @returns whether the request was rejected and answered
 */
export function rejectForeignForm(forms: FormTokens, request: FastifyRequest, reply: FastifyReply): boolean {
  if (rejectForeign(request, reply)) return true;
  const why = isSameOrigin(request) ? forms.rejection(request.url, fieldsOf(request)[FORM_TOKEN]) : FOREIGN;
  if (why !== undefined) sendPage(reply, 403, rejectionPage(why));
  return why !== undefined;
}

const FOREIGN = "This form was sent from another site.";

/** Programs other than browsers send no origin. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin") return false;
  return origin === undefined || origin === `http://${host ?? ""}`;
}

function fieldsOf({ body }: FastifyRequest): FormBody {
  return body instanceof FormData ? body.fields : {};
}

/** @param formTarget where the response to the form may redirect: browsers apply `form-action` to redirects too */
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
      // `same-origin`, not `no-referrer`: with the latter, browsers send `Origin: null` with a form.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .send(html);
}
