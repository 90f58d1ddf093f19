// The little of a web page that tests look at inside the browser. The DOM's own types would let every room use them.
declare const document: {
  readonly activeElement: {
    readonly tagName: string;
    getAttribute(name: string): string | null;
    closest(selector: string): { readonly textContent: string | null } | null;
  } | null;
  readonly documentElement: { readonly scrollWidth: number };
  readonly body: { readonly innerText: string };
};
declare const innerWidth: number;
