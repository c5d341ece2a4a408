interface Item {
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

/** The lines of an order for a reader: what has the same name and price is one line, such as the shirts of all ticket holders. */
export function mergedItems<I extends Item>(items: readonly I[]): I[] {
  const merged = new Map<string, I>();
  for (const item of items) {
    const key = JSON.stringify([item.name, item.unitPrice]);
    const { quantity, total } = merged.get(key) ?? { quantity: 0, total: 0 };
    merged.set(key, { ...item, quantity: quantity + item.quantity, total: total + item.total });
  }
  return [...merged.values()];
}
