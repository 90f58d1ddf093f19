import type { RemapAddress } from "./patched-requests.js";
import { replace } from "./replaced.js";

/** Elements that load what their `src` names, besides those of media. */
const TAGS = ["embed", "iframe", "img", "input", "script", "source", "track"] as const;
const SELECTOR = [...TAGS, "audio", "video"].map((tag) => `${tag}[src]`).join(",");

/**
 * Patches `src` where programs set it, before anything is loaded, and in markup that is added, after the first attempt. Scripts
 * of such markup do not run.
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
  const correct = (element: Element): void => {
    const before = element.getAttribute("src");
    const after = before === null ? null : remap(before);
    if (after !== null && after !== before) element.setAttribute("src", after);
  };
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches(SELECTOR)) correct(node);
      for (const element of node.querySelectorAll(SELECTOR)) correct(element);
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}
