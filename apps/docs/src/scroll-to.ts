/**
 * Scrolls a list until one of its entries is visible. `scrollIntoView` could also scroll the page.
 *
 * @param list the selector of the list, which contains the entry
 */
export function scrollTo(entry: HTMLElement, list: string): void {
  const container = entry.closest(list);
  if (container === null) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const bounds = container.getBoundingClientRect();
  if (top < bounds.top || bottom > bounds.bottom) container.scrollTop += top - bounds.top - container.clientHeight / 2;
}
