import { useEffect, useRef, type ReactElement, type ReactNode } from "react";

/** The main part of the page. Its heading gets the focus as it appears, so that keyboards and screen readers begin there. */
export function Screen({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
