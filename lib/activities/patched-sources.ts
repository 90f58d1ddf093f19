import type { RemapAddress } from "./patched-requests.js";
import { replace } from "./replaced.js";

/** Elements that load what their `src` names, besides those of media. */
const TAGS = ["embed", "iframe", "img", "input", "script", "source", "track"] as const;
const SELECTOR = [...TAGS, "audio", "video"].map((tag) => `${tag}[src]`).join(",");

/**
 * Patches `src` where programs set it, before anything is loaded, and in markup that is there or is added, after the first
 * attempt. Scripts of such markup do not run.
 */
export function patchSources(remap: RemapAddress): () => void {
  const prototypes = [
    ...TAGS.map((tag) => Object.getPrototypeOf(document.createElement(tag)) as object),
    HTMLMediaElement.prototype,
  ];
  const undo = [
    ...prototypes.map((prototype) => patchProperty(prototype, remap)),
    replace(
      Element.prototype,
      "setAttribute",
      (old) =>
        function (this: Element, name: string, value: string) {
          const isSource =
            name.toLowerCase() === "src" && this.matches([...TAGS, "audio", "video"].join(","));
          old.call(this, name, isSource ? remap(String(value)) : value);
        },
    ),
    watchMarkup(remap),
  ];
  return () => {
    for (const one of undo) one();
  };
}

function patchProperty(prototype: object, remap: RemapAddress): () => void {
  const old = Object.getOwnPropertyDescriptor(prototype, "src");
  const set = old?.set;
  if (old === undefined || set === undefined) return () => undefined;
  const made: PropertyDescriptor = {
    ...old,
    set(this: Element, value: unknown) {
      set.call(this, remap(String(value)));
    },
  };
  Object.defineProperty(prototype, "src", made);
  return () => {
    if (Object.getOwnPropertyDescriptor(prototype, "src")?.set === made.set)
      Object.defineProperty(prototype, "src", old);
  };
}

function watchMarkup(remap: RemapAddress): () => void {
  const correctAll = (nodes: Iterable<Node>): void => {
    for (const node of nodes) {
      if (!(node instanceof Element)) continue;
      if (node.matches(SELECTOR)) correct(node, remap);
      for (const element of node.querySelectorAll(SELECTOR)) correct(element, remap);
    }
  };
  const observer = new MutationObserver((records) =>
    correctAll(records.flatMap(({ addedNodes }) => [...addedNodes])),
  );
  observer.observe(document, { childList: true, subtree: true });
  correctAll([document.documentElement]);
  return () => observer.disconnect();
}

function correct(element: Element, remap: RemapAddress): void {
  const before = element.getAttribute("src");
  const after = before === null ? null : remap(before);
  if (after === null || after === before) return;
  element.setAttribute("src", after);
  // Sound and video that have found no source look again only when they are told to.
  const media = element.parentElement;
  if (element.tagName === "SOURCE" && media instanceof HTMLMediaElement) media.load();
}
