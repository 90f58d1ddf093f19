const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for use in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A complete page in the platform's style: without scripts and external resources, for small screens and dark mode. */
export function htmlPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Name of the field that proves that a form comes from its own page. */
export const FORM_TOKEN = "form_token";

/** The hidden field {@link FORM_TOKEN}. */
export function formTokenField(token: string): string {
  return `<input type="hidden" name="${FORM_TOKEN}" value="${escapeHtml(token)}">`;
}

const STYLE = `
:root { color-scheme: light dark; --accent: #4752c4; --line: #8886; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.0625rem/1.5 system-ui, sans-serif; padding: 1rem; }
main { width: 100%; max-width: 28rem; border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 1rem; }
h2, legend { font-size: 1rem; font-weight: 600; margin: 0 0 .5rem; padding: 0; }
ul { margin: 0 0 1.25rem; padding-left: 1.25rem; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; }
label { display: flex; gap: .75rem; align-items: center; min-height: 3rem; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .5rem; cursor: pointer; }
label.text { display: block; min-height: 0; padding: 0; border: 0; font-weight: 600; }
label:has(:checked) { border-color: var(--accent); outline: 1px solid var(--accent); }
input { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
input.code { width: 100%; height: 3rem; font: inherit; font-size: 1.35rem; letter-spacing: .2em; text-transform: uppercase; padding: 0 .75rem; }
select { width: 100%; min-height: 3rem; font: inherit; padding: 0 .75rem; border-radius: .5rem; border: 1px solid var(--line); }
[role=alert] { border-left: .25rem solid #d83c3e; padding-left: .75rem; }
small { opacity: .75; display: block; }
.buttons { display: flex; gap: .75rem; flex-wrap: wrap; }
button { flex: 1 1 8rem; min-height: 3rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: #fff; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
