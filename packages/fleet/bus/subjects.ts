/** The subjects of a fleet, of which several may be on the same servers. */
export interface Subjects {
  /** asks a voice process to take another call */
  open(process: string): string;
  /** orders to a worker */
  worker(name: string): string;
  /** frames to one side of a link */
  link(link: string, to: "controller" | "worker"): string;
}

/** @param fleet its name, of letters, digits, "-" and "_" */
export function subjectsOf(fleet: string): Subjects {
  const root = `sdkpp.${fleet}`;
  return {
    open: (process) => `${root}.open.${process}`,
    worker: (name) => `${root}.worker.${name}`,
    link: (link, to) => `${root}.link.${link}.${to}`,
  };
}
