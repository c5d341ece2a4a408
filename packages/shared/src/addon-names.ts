/** The names of the add-ons of a ticket holder with their quantities, such as `Shirt L` and `2 × Pasta`. A server of the last release sends none. */
export function addonNames(addons: readonly { readonly name: string; readonly unitsTotal: number }[] = []): string[] {
  return addons.map(({ name, unitsTotal }) => (unitsTotal === 1 ? name : `${unitsTotal} × ${name}`));
}
