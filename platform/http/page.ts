import type { FastifyReply, FastifyRequest } from "fastify";
import { FORM_TOKEN } from "../pages/html.js";
import { refusalPage } from "../pages/refusal-page.js";
import { FormData, type FormBody } from "./body.js";
import type { FormTokens } from "./form-tokens.js";

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]+)?$/;

/**
 * Keeps pages that act for a player from being opened under a foreign name: one that leads here would make a hostile page
 * the same origin as this one.
 * @returns whether the request was refused and answered
 */
export function refuseForeign(request: FastifyRequest, reply: FastifyReply): boolean {
  if (LOOPBACK_HOST.test(request.headers.host ?? "")) return false;
  sendPage(reply, 403, refusalPage("Open this page by its loopback address."));
  return true;
}

/**
 * Keeps their forms from being sent by other sites: a form carries the token of its page, and where the browser says where
 * it comes from, that is the page's own origin.
 * @returns whether the request was refused and answered
 */
export function refuseForeignForm(forms: FormTokens, request: FastifyRequest, reply: FastifyReply): boolean {
  if (refuseForeign(request, reply)) return true;
  const why = isSameOrigin(request) ? forms.refusal(request.url, fieldsOf(request)[FORM_TOKEN]) : FOREIGN;
  if (why !== undefined) sendPage(reply, 403, refusalPage(why));
  return why !== undefined;
}

const FOREIGN = "This form was sent from another site.";

/** Programs that are no browsers say nothing of where a request comes from. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin") return false;
  return origin === undefined || origin === `http://${host ?? ""}`;
}

function fieldsOf({ body }: FastifyRequest): FormBody {
  return body instanceof FormData ? body.fields : {};
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
