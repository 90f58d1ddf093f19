/**
 * Places in a tree whose nodes are numbered from left to right (RFC 9420 C): leaves even, parents odd. The
 * number of leaves is a power of two.
 */

/** Node index of a leaf. */
export function leafNode(leafIndex: number): number {
  return 2 * leafIndex;
}

export function isLeafNode(node: number): boolean {
  return node % 2 === 0;
}

/** Height above the leaves: the number of trailing one bits. */
export function level(node: number): number {
  return 31 - Math.clz32(~node & (node + 1));
}

export function rootOf(leafCount: number): number {
  return leafCount - 1;
}

/** @param node a parent */
export function leftChild(node: number): number {
  return node - (1 << (level(node) - 1));
}

/** @param node a parent */
export function rightChild(node: number): number {
  return node + (1 << (level(node) - 1));
}

/** @param node not the root */
export function parentOf(node: number): number {
  const height = level(node);
  return (node | (1 << height)) & ~(1 << (height + 1));
}

/** @param node not the root */
export function siblingOf(node: number): number {
  const parent = parentOf(node);
  return node < parent ? rightChild(parent) : leftChild(parent);
}

/** The parents of a node, from the lowest up to the root. */
export function directPath(node: number, leafCount: number): number[] {
  const path: number[] = [];
  for (let at = node; at !== rootOf(leafCount);) {
    at = parentOf(at);
    path.push(at);
  }
  return path;
}

/** Whether a leaf is below a node, or is the node. */
export function isBelow(leafIndex: number, node: number): boolean {
  const reach = (1 << level(node)) - 1;
  return Math.abs(leafNode(leafIndex) - node) <= reach;
}
